"""What each sign of a sentence speaks for: hundredths of log-odds that it leaves something open.

Written by ``python -m bench.closing.fit``; not edited by hand.
"""

DATA = "994fc44e02f5b8e3"
"""The hash of the labelled sentences that these weights were fitted to."""

BIAS = -160

FAMILIES = {
    "gap": """
%_. -28  %_| 6  %_。 -14  'd_the 26  's_<n> 15  's_are 69  's_i 55  )_an 77  )_the -26  )_| 22  ,_, 11  ,_. 20
,_<c> -15  ,_<q> 5  ,_and -43  ,_as -26  ,_before -20  ,_each 23  ,_for -91  ,_i 35  ,_in -23  ,_is -4  ,_of -35
,_support 16  ,_test -6  ,_that 32  ,_their 11  ,_to -11  ,_until 20  ,_want 28  ,_whether 24  ,_you -11  ,_。 9
-_- -15  -_: -21  -_is -12  ._. 16  ._。 12  :_, 9  :_- -15  :_. -35  :_now 34  :_tag 24  :_tak 30  :_the -27  ;_. -14
;_<n> 15  ;_doe 25  ;_has 110  ;_left 13  ;_tak 33  <c>_<n> -7  <c>_and 5  <c>_on 15  <c>_skipp 28  <c>_to 19
<c>_| 14  <c>_。 -5  <c>_： 15  <n>_, 2  <n>_. -79  <n>_: -38  <n>_<c> -11  <n>_<n> 6  <n>_an 61  <n>_are -17
<n>_before -11  <n>_by -26  <n>_case -17  <n>_ci 23  <n>_come 27  <n>_has 96  <n>_have 33  <n>_instead -19  <n>_is -81
<n>_left -14  <n>_long 23  <n>_night 23  <n>_now -11  <n>_of 2  <n>_on -56  <n>_pas -48  <n>_per -36  <n>_queu 33
<n>_reject 27  <n>_test -12  <n>_there 32  <n>_too 116  <n>_uncommitt 49  <n>_was -15  <n>_which 33  <n>_with -5
<n>_。 -108  <n>_， 4  <q>_. -59  <q>_a 4  <q>_because -28  <q>_i 23  <q>_left 74  <q>_no 11  <q>_not 26  <q>_| -31
<q>_。 -49  <q>_（ 12  <q>_， -11  a_, -6  a_<c> -25  a_<n> -13  a_account 30  a_addres 20  a_and -12  a_can -13
a_copy 28  a_from 9  a_i 39  a_in 12  a_is -37  a_nam 31  a_of -15  a_set 18  a_speaker 15  a_that -14  a_to -27
a_you -22  about_% -12  about_. 30  about_minut 31  account_the 60  agent_going 54  all_. -25  all_<c> 20  all_are -11
alone_| 32  an_<c> 23  an_cookie 20  an_is 54  and_'d 31  and_'ll 85  and_'m 23  and_'s 49  and_( -12  and_, -52
and_. -30  and_and -32  and_as -46  and_at -37  and_be 12  and_break 39  and_ca 40  and_contact 22  and_do 171
and_doe -13  and_fix -12  and_found 40  and_no -39  and_not 30  and_queue 24  and_renew 22  and_show 22  and_test -23
and_that 29  and_the -40  and_up -14  and_use 14  and_was -15  and_with -8  any_, -18  anyth_. -14  anyth_| -27
anywhere_our 16  apache_<n> -16  app_<q> 20  app_。 29  are_. -27  are_<c> -34  are_<n> 126  are_<q> -56  are_and -14
are_as -60  are_because 22  are_by -23  are_for -23  are_in 5  are_the 5  are_with -41  around_minut 21  articl_up 20
as_. 3  as_as 19  at_% 9  at_<n> 8  at_<q> 16  at_| 11  attachment_the 18  back_the -26  batch_<n> -27  be_before 93
be_by 55  be_on 23  be_the 25  been_. 104  behind_. 55  being_. -11  both_. -72  both_are -16  box_| 25  bracket_| 21
bundle_<n> -14  by_, -22  by_. -19  by_in 17  ca_see 37  ca_walk 28  can_. 11  case_two 25  cause_. 80  cdn_。 46
chang_| -28  check_| -27  checkout_the 32  clean_| -22  cluster_is 25  code_| 16  column_still 49  com_. 13
comment_<c> 29  commit_on 30  committ_<c> -7  committ_| -111  connection_| -11  contact_are 22  could_tell 19
count_show 49  count_the -28  count_| -14  cover_. -10  database_<n> 14  default_| -23  delet_show 20  delet_| -44
did_dare 16  did_get 70  die_the 35  dns_<q> 16  do_. 19  do_have 50  do_the 31  doe_. 21  doe_know 41  down_<n> -12
each_and 20  each_| -23  else_| -17  empty_. 40  environment_| 17  ever_the 59  expir_<n> 16  explanation_the 58
f_g 60  fail_, 23  fall_to -35  far_| 60  february_| 43  fil_the 10  file_in 50  file_the -23  first_, -9  five_. -12
fix_<c> 15  fix_a 15  fix_the -22  follow_same 46  for_: 83  for_<n> 21  for_are 31  for_key 44  for_new 107
for_section 50  for_session 49  for_there 55  form_to 189  forty_. 31  fr_es 28  from_old 128  from_on 16  from_to -29
gb_| -8  get_i 28  goe_| 34  going_the 31  gone_| -22  got_. 43  green_| -10  gues_| 33  half_the 19  has_been 66
has_of 126  has_on 30  has_own 18  have_be -20  have_been 68  have_move 19  have_sent 30  have_write 51  have_| 16
here_| 67  history_the 25  hole_| 85  hook_it 87  i_get 67  i_got 59  i_had 14  i_have 78  i_no 36  i_none 78
i_not 195  i_out 49  i_report 34  i_that 117  i_there 34  i_to 179  i_with -18  import_the 21  in_. 3  in_<c> 18
in_<n> 7  in_live 22  in_log -16  in_manifest 16  in_old 49  in_repo 15  in_run 39  in_that 110  in_| 9
instead_<n> -25  instead_| 35  interface_| 20  is_% -22  is_'s 236  is_. 5  is_<c> -19  is_<q> -6  is_after 13
is_and -19  is_by -15  is_for 7  is_only 40  is_same -42  is_set 16  is_through 19  is_to -24  is_until -11
is_with -13  is_you 34  it_. 7  it_about 74  it_for -37  it_in 8  it_is 38  it_not -5  it_noth 71  it_the -11
it_your 45  it_| -1  kb_| -29  keep_. -19  keep_last -27  keep_old 40  kept_| -9  key_the 13  last_. -57  last_and 17
last_day -19  last_of 62  layer_the 21  letter_still 21  limit_| -22  line_<q> 26  link_the -27  lint_。 17
log_the -23  logo_| 26  long_they 44  look_. 42  lost_a 25  manifest_| 16  mark_as 28  mb_| -24  me_| 31
migration_not -27  minut_the 20  minute_| 10  miss_the 52  moment_is 29  month_| -11  move_<q> 38  nam_| -13
native_should 31  need_be 17  need_same 83  never_. -24  new_| 62  next_'ll -17  next_the 45  next_| 32  night_<n> 23
no_. 16  no_and 30  no_for 79  no_to 16  not_, -5  not_: 261  not_<n> 34  not_anywhere 61  not_at 68  not_it 81
not_on 89  not_the 48  not_them -20  not_under 36  not_whether 25  not_who 39  not_yet 37  not_| 114  noth_for -27
noth_it 127  noth_that 47  notic_delet 20  now_and -17  now_is 22  now_the -14  now_| 21  number_are 20  number_| -23
object_which 100  of_, 10  of_. 17  of_<n> -5  of_and -29  of_error 61  of_fil 41  of_old 30  of_own -52  of_report 32
of_the 16  of_timer 41  of_two 21  old_, 12  old_in -13  old_until 29  on_. -21  on_and -11  on_cluster 20  on_for 46
on_has 21  on_host 25  on_of 86  on_old 19  on_so 51  on_the 7  once_is 27  once_| -40  one_, -48  one_. -7
one_and 22  one_at 36  one_in 21  one_it 27  one_left 39  one_the -7  one_them 20  one_your 42  only_can 19
open_| -29  or_. -12  other_. -42  other_follow 46  our_. 79  out_. 57  out_one 63  out_the 21  out_they 18
over_<q> 92  over_in 32  over_| 16  own_| -13  owner_| 14  pas_| -30  pass_| -14  pattern_| 15  people_there 48
per_. -24  photo_a 35  pick_up -21  placeholder_| 18  pod_the 74  preview_the 21  production_. 51  production_| 103
push_<c> -16  push_| -39  read_the -26  real_. 25  real_is 29  receiver_verify 27  release_| 40  remain_. 45
replac_| 11  report_it 34  report_| -18  rollout_start 17  rule_| 17  run_, 14  run_<n> -11  run_a -27  run_i 24
run_with 17  s_the -9  s_| -5  safari_， 61  same_. 24  say_% 156  script_not 48  second_| -36  section_and 23
sent_the 79  server_it 123  session_. -28  session_ui 41  set_in 16  seven_the 26  sha_will 27  show_. 9
show_difference 78  show_for 77  sign_. 143  since_may 23  sit_the 53  skipp_| 61  so_'s 77  so_. 146  so_break -19
so_is -10  so_its 53  so_left 48  so_one 103  so_people 48  so_should 59  so_| 9  somebody_the 63  somebody_to 26
start_| 28  statement_| 24  stay_, -27  stay_. 21  stay_the -10  still_, -13  still_. -34  still_<n> 70  still_a 19
still_the 22  still_to 29  stock_. 19  store_not 18  support_a 16  tak_forty 31  task_not 78  tenth_the 22  test_. -56
test_<n> -27  test_a -15  test_at 22  test_on -17  test_skipp 44  test_the 30  test_| -29  th_| 84  that_are -16
that_articl 20  that_as 14  that_could 17  that_explain 22  that_from 35  that_must 43  that_sha 27  the_( -30
the_: -19  the_<q> -41  the_? 120  the_agency 111  the_app 50  the_at -40  the_balancer -12  the_box 81  the_chart 36
the_client 15  the_cluster -19  the_column 64  the_differ 16  the_digit 17  the_doc 36  the_fix 20  the_form 17
the_four 12  the_frame 25  the_half 58  the_has 13  the_in 10  the_is -10  the_it 39  the_key 13  the_layer 13
the_line 24  the_lock 39  the_million 54  the_now -60  the_number -8  the_of 2  the_on 17  the_order -9  the_other 27
the_pag 18  the_page 17  the_pattern 24  the_policy 28  the_profile 66  the_record 51  the_release 29  the_run -34
the_server 161  the_service 33  the_setting 60  the_seven 46  the_sheet 45  the_since 33  the_store 37  the_system 122
the_tak 21  the_task 66  the_team 53  the_text 72  the_th 10  the_three 13  the_token 16  the_tree -9  the_url 48
the_use -12  the_version 14  the_was -19  the_where 106  the_would 57  their_has 52  them_. -35  them_<q> 29
them_the 17  them_| 38  there_mark 28  there_no 12  there_notic 20  there_the 24  they_. 10  they_go 72  they_in 42
they_the -25  thi_deploy 27  thi_| 57  those_% 81  those_the 40  three_, -20  through_, -31  tim_. 80  time_| 16
timer_| 14  to_. 10  to_; 34  to_<n> -69  to_anyth -23  to_at 22  to_chang 17  to_event 29  to_the 39  to_them 11
to_there 14  to_to 23  to_were 147  to_with -12  token_, 29  token_| 35  told_| 34  toml_。 15  too_; 24
trickier_of 41  try_| 26  twice_| -24  two_, -12  two_. -43  two_are 29  two_from 15  two_run 64  two_stay 94
two_them 21  ui_trickier 41  unknown_| 75  until_<n> 76  untouch_| -24  up_. -15  up_<n> -7  upload_: 15
upload_for 40  use_. -36  use_object 28  use_| -10  variable_not 16  verify_<n> 27  wait_your 97  walk_| 28  was_. -56
was_and -15  was_by 18  was_sure 30  was_the 17  way_and 24  way_| -20  went_<n> -34  were_. -45  were_in 33
which_'s 25  which_a 13  which_script 28  while_i 20  who_it 16  who_not -15  whoever_the 49  whose_i 18
will_everyth 27  with_, -10  with_error 50  with_former 22  with_new 44  with_right 44  with_| 25  without_, -13
wo_show 37  word_are 42  word_| 68  worth_. 87  would_it 54  would_on 48  yes_<q> 29  yet_| 66  you_for 96
you_see -38  you_to -22  you_| 60  your_<c> 20  |_'ll 21  |_, 8  |_- -7  |_. -14  |_: 12  |_<n> 6  |_<q> -17
|_account -12  |_add -15  |_also 28  |_api 16  |_archive 15  |_as -25  |_b 20  |_build -22  |_button -11  |_by -29
|_c 25  |_ca 103  |_case 19  |_check -19  |_client -26  |_com 78  |_come -16  |_compar -21  |_cost -11  |_count -14
|_cover 48  |_dashboard 18  |_deletion 33  |_disk 36  |_done 13  |_else -17  |_empty -13  |_excel 23  |_fail 8
|_fil -32  |_file -25  |_form 13  |_four 10  |_has 20  |_hold 11  |_inside 50  |_is 12  |_it -45  |_keep 13  |_key -8
|_lint 27  |_list -17  |_log -44  |_login -9  |_me 25  |_messag -14  |_mobile 24  |_mode -12  |_must -13  |_nam 27
|_native 22  |_need 86  |_new -12  |_next 20  |_night -26  |_of 4  |_other 156  |_pas -15  |_path 55  |_pre 15
|_print -19  |_product 45  |_public -14  |_read -14  |_redi -7  |_remain -56  |_report -19  |_request -16  |_reset 22
|_rollout 17  |_sent 10  |_session -18  |_show 15  |_snapshot 31  |_state 14  |_still 8  |_stopp 107  |_those 56
|_time -19  |_to 10  |_two 238  |_upload 8  |_wait -32  |_was -11  |_went -22  |_were -10  |_who -31  |_window 115
|_without -40  |_| -29  |_， 2  |_： -10  |_？ -39  （_<n> -9  ，_<n> -14  ，_<q> -11  ，_cdn 19  ，_| 21  ，_。 3
，_， 28  ，_； 11
""",
    "han": """
|一 -6  |一共 23  |七 45  |七月 45  |万 -12  |三 -19  |上传 -20  |下载 20  |不 -67  |不会 6  |不需 -8  |个 8  |个失 69
|个客 28  |个测 -18  |个重 21  |为 11  |主要 -16  |之 4  |之后 7  |也 -23  |了 -38  |了| -33  |五 -10  |什 14
|什么 14  |从 -5  |从| 4  |修 15  |像是 24  |先 41  |先在 17  |全 -23  |全部 -41  |其他 -15  |再大 130  |出 -19
|切 -13  |删 -16  |别 106  |别名 17  |加了 -8  |加载 17  |占 -11  |原 -13  |原来 -14  |去掉 -10  |发布 41  |另 31
|另外 35  |可以 -18  |可能 33  |号 30  |合同 71  |同 -16  |同一 -39  |名 54  |名单 20  |后台 28  |后面 69  |因 -19
|因为 -18  |图 12  |图片 -11  |填 18  |处 -93  |处| -20  |多 16  |多个 40  |大 24  |天| -9  |天以 36  |太 17  |失 -16
|失败 -16  |它 -13  |安 28  |安全 42  |客服 -16  |密钥 21  |对账 23  |导入 15  |小 5  |小时 -7  |已 -144  |已提 -86
|已改 -10  |已经 7  |并 17  |应 29  |应该 139  |强 22  |强推 22  |当 17  |形 17  |得 114  |得有 12  |怎 27  |怎么 27
|我 39  |我先 15  |我原 28  |我只 34  |我按 -16  |我没 -66  |我用 -12  |我这 17  |所 -14  |所以 -6  |手 43  |打 -30
|执 -16  |执行 -16  |把 -19  |抽 -9  |拦 -28  |按 -39  |换 10  |换成 10  |接着 70  |提 -14  |改 -21  |改好 -7
|改成 -24  |放宽 26  |文 -7  |文档 -35  |旧 -6  |旧的 -13  |昨天 16  |是我 -20  |最 -8  |有 15  |有一 22  |未 -75
|本 -24  |本地 -13  |材料 26  |查 -11  |查询 -10  |校 -10  |模 -8  |次 -15  |正 38  |正式 72  |正文 49  |每 -11
|每小 18  |毫 -21  |毫秒 -19  |没做 104  |没处 26  |没有 -4  |法 -16  |测试 -4  |清单 23  |漏 21  |演 -21  |演练 -13
|现 8  |现在 6  |生 5  |生产 30  |用 -94  |用| -17  |由 -15  |盘 28  |目前 20  |看 -9  |真 13  |离职 22  |秒 -70
|秒| -19  |第 102  |第| 40  |第三 73  |第四 41  |等 16  |等你 23  |签名 -18  |类型 18  |线上 20  |结 -31  |统 -14
|缓 -8  |能不 46  |自 -37  |自动 -9  |英 58  |英文 58  |行 -10  |行| -55  |补 -9  |被 -17  |要 103  |要不 -30
|要人 35  |订 7  |订单 14  |记 -53  |语 9  |语句 95  |请 17  |财 13  |财务 13  |账 14  |账号 31  |走 -10  |超 -39
|超过 -13  |车 56  |输 -34  |输入 -17  |运 24  |还在 35  |还是 73  |这| 38  |这个 21  |这几 48  |这是 -28  |进 -35
|连 20  |连接 20  |连续 -19  |通 -8  |那 -28  |那一 -21  |那边 80  |都 -16  |都能 -21  |配置 18  |里 33  |里| 14
|里没 45  |重 -76  |钩 31  |钩子 31  |长 15  |附 50  |降 -6  |除 89  |除了 89  |页| -18  |顺 26  |预 40  |预计 24
|首 -40  |验证 -17  |默 -21  |默认 -21  一下 17  一下| 76  一共 11  一分 -22  一次 -15  一次| 4  一步 53  一版 49
一版| 19  一致 27  一致| -101  一节 -22  一页 11  七 132  七月 45  三个 -33  三关 23  三小 34  上 16  上| 13  上传 9
上加 83  上得 109  上没 85  上真 44  上线 9  上还 18  下| 18  下一 -20  下单 -10  下面| 25  不上 15  不了 85
不了| 155  不会 -93  不再 -20  不出 49  不到| 15  不去 22  不去| 22  不受 -35  不变 -13  不够 17  不影 -8  不来 16
不来| 16  不用 -67  不知 90  不需 -11  与 -24  业 23  丢 -38  丢| -13  两 3  两条 106  两百 27  个| 2  个人 10
个只 27  个失 69  个客 28  个小 48  个我 38  个文 -7  个月 -9  个测 -18  个结 20  个通 18  个重 13  个问 12  临 9
为准 35  为此 38  主库 32  主要 -40  么 23  么时 46  么来 27  之 -2  之后 -3  之后| -6  也 -9  也是 -13  习 -12
书| 21  乱 12  乱| 27  了 3  了| 11  了一 -26  了个 42  了算 35  了算| 35  了自 49  事 12  互 -15  交 -3  交| 52
交了 -24  交了| -22  产 58  人 26  人信 17  人去 51  人定 59  人把| 24  人测 91  人重 64  亿 14  亿行 14  亿行| 31
今天 36  仍是 39  仍然 -37  从 -22  从| -31  他 -5  他们 7  令 -9  令牌 -7  以 -15  以内 -24  以后 -15  们 21  们定 29
们定| 29  件 -27  任 -39  任何 -16  任务 -6  任务| -12  份是 21  企 22  企业 22  会 -9  会再 -10  会出 8  会重 -9
传 -7  低 -9  体 -14  余六 54  作区 -12  作用 37  你 27  你们 39  例 11  依 -5  保 -111  保留 -53  保留| -16  倍 -8
倍| -25  值 -12  假 -12  偏 16  偏移 17  偏高 25  做好 -8  像 16  像是 24  儿 75  先在 17  先在| 17  免 -18  入 9
入口 -16  全 -12  全过 -29  全过| -29  全部 -33  八 -15  公司 15  公司| 29  公布 36  六 21  六个 72  共| -5  关掉 24
关闭 -12  其他 -25  其实 -13  内| -18  内存 -8  再 -26  再出 -26  再大 130  写| 11  写入 -67  写入| -7  写死 12
写法 -22  冲 -39  决 22  况 -33  况| -16  净 -32  净| -15  减 -8  几 40  几个 59  出来 24  分 -10  分| 7  切 -14
列表 -39  则 -19  删 -5  删掉 -37  删掉| -37  利 -51  别名 17  别名| 17  到 -6  到月 51  到期 13  到期| 152  制 -58
制| -46  刷新 -23  前 13  前| -21  前两 39  前得 26  前没 74  前用 28  前的 12  前要 19  剩余 -34  办 96  办法 70
办法| 28  功 -7  加 -2  加了 -67  加了| -19  加的 17  加的| 28  务已 44  务端 -8  动 -3  动| 6  化 -95  化| -12
匹配| -14  区 21  区干 -7  升级 6  单位 96  单在 52  单在| 18  单服 128  占 4  占位 21  卡在 22  即 -27  厂 50
厂商 13  原来 -65  去 39  去| 43  去掉 -62  去改 32  去改| 32  及 22  发 3  发布 38  发布| 13  发现 65  取 -4  取| -18
受 -15  变 -39  变| -119  变化 -26  变量 -7  口| 16  口我 18  另 43  另一 22  另外 29  另外| 24  只写 34  只能 -33
可 -8  可以 -18  可用| -8  台 78  台机 22  台的 -18  台组 22  台那 27  号不 -18  号在 41  司 15  司| 29  司的 24  各 5
合同 24  同一 -37  同事 40  同样 30  同步 -11  名 4  名下 25  后 -1  后| -19  后再 -8  后台 12  后才 -22  后的 -11
后要 38  后面 32  吗 -18  吗| -18  听 22  启| -25  启动 5  启动| 8  告警| -10  告诉 50  员 66  员能 19  周四 36
命中 -28  和 -11  和| -3  哈 -9  哈希 -9  响 -40  响| -6  哪 54  哪个 48  商 29  商品 -11  商的 22  商的| 22  器也 26
四 6  四个 26  回去 19  回去| 19  回密 53  因 -14  因为 -51  围 -11  固 -19  国 31  图片| 34  在| -4  在分 32  在只 18
在后 24  在是 11  在用 10  在里 -12  地址 6  地址| 21  地方 -12  址| 15  均 -17  块 9  型 12  型| 11  域 11  基 -22
基本 -13  填 8  填进 28  境 16  增 -30  声 -15  处| -56  备案 31  复 7  复的 -16  多个 11  多个| 24  多收 32  够不 24
大 54  大约 47  天| -8  天以 36  太 69  太老 53  太老| 53  失 -18  失败 -2  套 14  好| -32  好并 -49  子 21  子| 19
子拒 31  字是 69  存 -53  存| -31  安 18  安全 20  完 47  完了 7  完了| 7  完成 -28  完整 -21  完的 -11  定| 13
实验 42  审 8  审核 19  客服 -29  家 8  家| 24  密 11  密钥 44  对不 83  对比 -15  对账 25  对过 -14  对过| -14
导入 11  导入| 22  射 36  小时 5  少了 -12  就是 -45  就能 -19  就都 32  局 -12  嵌套 24  工程 22  差在 35  己 12
已 23  已写 -7  已删 12  已升 8  已提 -51  已改 -31  布 34  布| 13  师 130  希 -9  带| -23  常 -39  常| -27  干净 -32
干净| -15  平台 132  平均 -6  并 -49  并推 -13  并提 41  床 52  库 6  库查 24  库的 48  应该 79  底 10  度 -11  延 -10
建| 62  异 -6  引用 -59  引用| -17  张 11  强推 22  当天 -29  录入 46  录入| 34  录的| 49  影 -28  影响 -26  影响| -6
得 191  得有 73  必 -37  必须 -43  志 -55  志| -22  忘 16  忘了 21  忙的 -13  态 -7  态| -11  怎 115  怎么 61  怎样 18
性的 51  总监 36  息 8  您确 50  情况 -27  情况| -16  意| 36  慢 -23  成| -88  成了 -23  成了| -14  成公 16  成功 -8
我 100  我| -19  我不 35  我先 15  我列 35  我原 28  我只 172  我按 -26  我是 29  我没 259  我的 36  我看 91  我这 85
或 -43  或者 -15  户还 26  房 9  所 -11  所以 -6  所有 -17  手 23  手册 62  手头 26  手机 9  才能 176  找 75  找到 18
找回 53  把| 14  报 -6  拉 -38  拍 21  拍板 82  拍板| 14  拒 -5  拒绝| -24  拟 -44  拿 10  持 -7  持| 7  挂着 43
指向 17  按 -56  按| -89  按你 -39  挑 62  挡 93  挡住 93  挪 -15  换 4  换一 20  换好 -10  换成| -15  据| -27
掉了 10  掉了| 17  排 8  排| 47  排期 23  接 -4  接| -34  接收 -13  控面 30  推 -13  推送 -49  推送| -19  提 -31
提交 16  提交| 52  提示 -16  提醒 -13  搬| 37  搭 34  支持 -11  收 -10  收到 -22  改 14  改了 -10  改了| -18
改动| -32  改好 -23  改完 20  改成 -129  改成| -7  放| -11  放宽 26  敢 33  数据| -27  整 -35  文件 -43  文字 12
文档 -28  文章 27  断 5  断| -9  断开 -8  断的 26  方 -17  方案 -24  日 -19  日志 -55  日志| -22  日期 -34  时 -29
时| 15  时也 -10  时的 -10  时自 -10  时间 -52  时间| -7  映 63  映射 27  是 12  是哪 62  是因 -14  是空 33  显 -4
显示 -45  替 -9  替换 -17  最 -18  最多 -64  最好 20  月底 42  月底| 51  有 -3  有| 23  有两 28  有人 70  有冲 -15
有发 16  有导 70  有权 19  有补 34  有账 26  有这 -12  期 -3  期的 -19  期间 -24  未 -11  本来 -36  机 8  机上 27
机器 12  机房 77  机没 18  权 16  权| 43  权限 9  束 -17  构| 22  果 -12  果| -19  查 -27  查| -11  标也 29  校验| -13
样 26  样留 28  样的 35  格 -41  格式 -20  框 -38  档 -22  检 -97  检查 -84  检查| -8  模 -7  模式 -10  模拟 -22
次 -36  次| 10  次没 44  次都 -14  款 10  止 -9  正常 -15  正常| -25  正式 164  正文 25  此 43  步做 29  死的 11
段和 49  段文 68  每 -24  每天 -6  比 -54  比对 -9  毫 -7  毫秒 -6  求 -27  没 62  没人 69  没做 131  没做| 33
没写 10  没写| 83  没动 39  没动| 39  没变 -66  没变| -42  没处 26  没排 122  没排| 122  没敢 25  没有 -11  没有| 15
没查 39  没法 42  没看 48  没给 15  没试 41  没跑 14  没迁 35  法 11  法不 19  法务 12  洞 27  洞| 17  活 -11  流 3
测| -13  测试 -9  测过 23  测过| 23  浏 -13  浏览 -13  消 7  消息 6  涉 40  清掉 -13  溢 27  溢出 27  溢出| 33  满 -12
漏 68  漏了| 37  漏洞 17  漏洞| 17  灰 7  然 -13  照 18  片| 20  版 25  版| 30  版之 46  版本 -5  状 -21  状态 -11
率| -11  环境 16  现 14  现| 7  现一 18  现在 12  生产 28  生成 -10  生成| -16  用 -29  用| -22  用了| -21  用到 -10
用户 -20  用户| -11  用的 12  用的| 14  用要 66  由| -31  电阻 34  画 -20  留 -13  留| -19  略 -16  疑 56  白| 23
百 28  的 -1  的| 1  的两 20  的个 90  的也 -13  的人 27  的仍 15  的任 -31  的办 82  的大 14  的工 11  的库 58
的库| 58  的日 -19  的旧 15  的时 -4  的是 37  的是| 10  的更 22  的有| 10  的正 17  的测 53  的消 -25  的漏 17
的索 17  的行 -17  的钱 25  监 8  盘 28  目 36  目前 221  直 -12  直接 -6  看不 63  看过 -25  看过| -25  真 32
真机 23  真机| 23  真的 57  真的| 24  眼 34  眼下 25  着 50  着| 16  着往 40  知道 79  码没 13  确 -13  确认| 50
示 -64  示| -15  离线 -10  科 31  秒 -103  秒| -26  积 -29  移 17  移| 13  移量 22  程| -13  程师 49  程序 19  程没 58
稳定 -34  空的 22  空的| 33  空着 42  空着| 42  突 -7  立即 -9  章 14  端还 44  符号 24  符号| 24  第 32  第| 51
第七 14  第三 15  等| -39  等你 60  等待 -24  答了 17  签名 -25  算法 17  管 -11  管| -20  篇 -14  类型 12  类型| 14
糊 21  红 9  级到 15  级到| 21  级的 -16  线 3  线上 62  线程 -11  练过| 36  组| -11  组的 22  经开 152  结 -4
结束 -12  结构 18  结构| 22  结果 -26  结果| -12  给 16  给你 23  给我 38  绝| -24  绝了 31  统 -24  统一 -24
统计 -33  继 -38  继续 -25  续 -19  维 62  绿 -34  缓 -64  缓存 -53  缓存| -12  编译 -46  缺 29  缺| 32  缺少 66
署 28  群的 20  老 22  老| 70  老师 35  老平 35  老机 104  耗 -15  耗时 -12  能不 74  自 -15  自动 -73  自己 12  致 27
致| -108  英 23  英文 23  营 38  营定 49  营定| 49  落 -7  虚 -10  行 -15  行| -4  行的 132  补| 147  被拒 -32  要 61
要一 29  要不 20  要两 56  要先 35  要换 42  要改 -11  要是 -34  要有 111  要的 -18  要走 30  要问 27  见| 25
规则 -13  览 10  览器 -13  解 -7  解决 17  解析 -8  警 -40  警| -21  认| 11  让 15  记 -14  记得 -25  设备 -23  访 -10
访问 -45  证书| 21  识 -10  诉 15  词 -18  译 -17  试 -9  试全 -9  试跑 -15  试通 -15  该 110  语 6  语句 39  说明 -19
请求 -133  请求| -16  谁 22  调 -5  调地 56  财 9  财务 9  败 -2  账 11  走的 -23  起不 16  超 -26  超时 -51  超过 -11
跑了 5  跑到 106  跑过 17  跑过| 24  跳 -12  跳过| -34  车 56  车上 56  转 -34  软 -26  载| -31  载没 33  输 7
输入 11  输出 -52  输出| -10  边 33  边没 49  边的 20  达 -11  迁移 20  迁移| 38  过 -4  过| 4  过期| -21  运 82
运维 152  运营 42  运费 44  还 79  还挂 45  还是 103  还是| 65  还有 -30  还没 47  还缺 62  还要| 17  这 16  这| 16
这个 29  这个| 40  这几 82  这是 -28  这边 21  这里 -21  进去 10  进去| 25  进度 -17  连 9  连接 15  连续 -32  追 -21
退出 -22  送 -99  送| -24  通过 -19  遍 -6  遍| -14  道 19  道| 19  避 -16  避免 -11  那 193  那| -18  那一 66
那两 22  那份 26  那台 60  那块 60  那层 30  那边 145  部 3  部分 -15  部署 28  部门| 29  都 -81  都偏 25  都在 -38
都在| -22  都好 35  都对 -22  都已 -22  都有 -7  都没 66  都能 -10  醒 -20  里找 41  里是 27  里没 15  里那 19
里面| -12  重写 12  重启 -5  重启| -14  重复 -47  重试 -16  量| -8  钥 10  钩 81  钩子 81  钱 31  锁 -5  错误| 18
镜 11  镜像 11  门| 29  闭 -12  问 4  问题| -41  间 -26  阻 34  降 -33  降到 -40  降到| -25  限制 -10  除 8  除| -8
除了 141  除的 61  随 -71  随机 -10  隔 -12  零 -41  零| -29  需要 -7  面 14  面| 8  面板 21  面的 44  面的| 13
音 -17  页| -6  页面| 28  项 -21  顺带 151  须 -10  题| -46  额| -10  验| -13  默 -27  默认 -23  齐 -14
""",
    "pair": """
!_| -24  %_. -6  %_of -66  %_。 23  %_， 12  'll_report 34  'm_not -17  's_a 30  's_as 58  's_at 119  (_<n> -22
)_. 22  ,_<c> -37  ,_after -12  ,_because -15  ,_but 22  ,_committ -11  ,_each -22  ,_export 16  ,_for 8  ,_from -13
,_i 76  ,_in -41  ,_includ -18  ,_it -16  ,_none -11  ,_noth -18  ,_on 18  ,_push -6  ,_so 7  ,_still 20  ,_the -12
,_then -11  ,_there 18  ,_too 21  ,_while 34  ,_with -99  ,_yet 14  -_- -8  -_: -15  ._| -2  :_- -10  :_<n> -148
:_no 31  :_position 83  :_right 53  :_script 39  :_that 36  :_the 35  :_two 18  ;_the -4  ;_there 106  ;_your 12
<c>_, 9  <c>_. -54  <c>_are 35  <c>_is -24  <c>_it 37  <c>_rule 49  <c>_them 46  <c>_| 18  <c>_） -9  <n>_% -21
<n>_'s 21  <n>_( 43  <n>_<c> -6  <n>_<n> -67  <n>_as -21  <n>_byt 35  <n>_day 4  <n>_every 23  <n>_fil -30  <n>_for 5
<n>_fps -15  <n>_gb -97  <n>_has -22  <n>_in -25  <n>_kb -31  <n>_lin 6  <n>_mb -41  <n>_ms -55  <n>_not 91  <n>_of 12
<n>_p -8  <n>_pass -24  <n>_product 13  <n>_row 8  <n>_s -167  <n>_say 74  <n>_second -66  <n>_step -24  <n>_tb 23
<n>_test 6  <n>_th 10  <n>_the 43  <n>_use 15  <n>_wait 31  <n>_were 19  <n>_where 34  <n>_which 16  <n>_will 92
<n>_| -11  <n>_。 -204  <q>_, 13  <q>_. -6  <q>_; 25  <q>_and 3  <q>_giv -19  <q>_now -22  <q>_| -16  <q>_。 -18
<q>_， -13  a_<n> -10  a_<q> -54  a_gc 28  a_month -11  a_register 29  a_row -26  a_second -9  a_separate 13
a_small -15  about_forty 93  about_it 21  acces_to -17  account_, 42  account_at 74  add_a -14  after_that -15
agent_is 54  all_<n> -119  alone_. 32  an_agent 128  an_entry -14  an_iframe 40  and_all -17  and_committ -17
and_g 60  and_have 13  and_i 81  and_need 41  and_nobody 36  and_noth 18  and_push -38  and_put 27  and_should 22
and_that 117  and_the 6  and_ui 41  and_were 20  and_whether 24  and_will 47  and_you 12  android_<n> -12
another_<n> 25  any_more -52  anyth_. -27  anyth_else -28  anywhere_in 43  apache_- -16  are_. 14  are_cach -13
are_comment 16  are_fix -32  are_for -17  are_from 36  are_gone -18  are_in 5  are_kept -19  are_left -40  are_out -12
are_over 25  are_queu 19  are_read -18  are_skipp -28  are_trickier 41  around_<n> 86  articl_show 20  as_<c> -33
as_<n> -16  as_a -11  as_before 9  as_ever 23  as_i 23  as_in -12  as_its 38  as_one 20  as_skipp 28  as_you -45
ask_for 14  at_. 32  at_<n> -5  at_about 19  at_least -17  at_minute 21  at_most -55  at_start -21  at_the 25
back_to -15  be_done 64  be_in 73  be_merg 74  be_worth 87  because_i 59  because_of 30  been_sent 42  been_told 34
before_, -14  before_. -8  before_i 53  before_the 10  belong_to 14  below_<n> -17  box_. 25  bracket_. 21
branch_, 15  break_for -19  but_never 72  but_no 18  but_the 11  by_hand 47  by_hash 17  by_the -12  ca_not -12
call_has 40  came_from -16  can_be -53  can_reproduce 17  chang_, -32  chang_. -28  chapter_<n> 23  check_, -17
check_. -27  clean_. -22  code_. 29  column_of 62  comment_out 84  commit_is 52  committ_. -111  committ_as -13
confirm_the 19  connection_. -11  contract_are 58  copy_of 29  cost_<n> -14  could_be 30  could_get 67  could_not 10
count_. -14  count_as -24  count_still 49  cut_off -21  dark_mode 18  dashboard_in 95  date_of 18  day_of 64
default_. -23  delet_, -29  delet_. -44  delet_articl 20  deployment_is 49  design_doc 36  did_not 11  disk_layer 60
do_not -14  doe_not 6  doe_noth 17  done_, -45  drop_the 88  e_<c> 25  each_. -23  each_time 27  each_with -11
ear_; 20  else_. -17  entry_in 19  environment_. 17  error_are 37  every_<n> -11  everyth_is -17  exist_. 17
exist_in 47  exit_with 14  expir_, 33  expir_in 90  export_. 25  f_and 60  fail_: 104  fail_the -12  fail_with 62
fall_back -29  far_. 60  fil_and -13  fil_are -20  finance_can 19  first_frame 25  first_time -17  fix_, -21
folder_, 23  for_<n> -9  for_an 10  for_each -25  for_it 40  for_now 264  for_that 16  for_the 10  for_uncommitt 49
for_which 19  for_your 28  format_, 40  forty_minut 31  fp_<n> -10  from_<n> -4  from_you 72  get_to 23  go_; 31
go_on 23  go_out 21  go_over 39  go_through -38  go_to -36  goe_. 34  goe_to -18  going_through 54  gone_, -14
gone_. -22  good_for 124  gues_. 33  has_<n> -26  has_not 169  has_start 168  has_the 10  has_to 71  have_. 51
have_no 238  have_the 33  have_to 57  health_check 31  here_, 20  here_. 67  hold_a 143  hole_. 85  hour_: 19  i_'d 64
i_'ll 61  i_'m 35  i_'ve 28  i_add -21  i_ca 76  i_check -22  i_compar -25  i_could 146  i_did -36  i_do 71
i_found 16  i_had 99  i_have 29  i_left 26  i_mark 146  i_need 37  i_notic 50  i_only 153  i_stopp 107  i_used 27
i_was 47  i_would 11  id_with 16  ids_are -14  if_<q> 11  if_the -66  if_you -33  ignor_<q> 33  ignor_the 22  in_. 16
in_<c> -12  in_<n> 25  in_<q> -14  in_a -32  in_another 20  in_code 22  in_fifty 88  in_it 13  in_our 13
in_parallel 26  in_there 158  in_thi 71  in_your 11  includ_the -15  instead_. 35  interface_. 20  into_a -13
into_the 28  is_<n> -45  is_a 22  is_about -13  is_as 40  is_at -12  is_clean -34  is_committ -13  is_delet -23
is_empty -16  is_fix -12  is_for 69  is_garbage 26  is_going 54  is_gone -26  is_good 20  is_kept -26  is_left 8
is_refus -23  is_runn 166  is_too 18  is_two 15  is_untouch -17  is_what 22  is_writable 48  is_wrong 94  is_your 33
issue_<n> -12  it_. -1  it_: 32  it_after 20  it_and -24  it_because 47  it_for 26  it_goe 22  it_in 6  it_into 13
it_need 21  it_off 20  it_tak 25  it_to 15  it_up -16  it_want 26  its_<n> 16  kb_。 -8  keep_work -13  kept_for -17
kept_in -10  key_of 28  last_<n> -35  last_column 68  last_three 81  left_: 16  left_the 13  letter_. 20  limit_. -22
limit_are 16  limit_to -26  lin_have 21  line_of 17  link_to -28  list_as 75  listen_to 25  load_balancer -12
logo_. 26  m_， 29  make_it 30  manifest_. 16  mark_<c> 28  mb_。 -8  mb_， -12  me_. 31  member_<n> 32
messag_are -11  minut_, -8  minute_. 10  mobile_app 29  moment_that 71  month_. -11  most_<q> 26  mov_to -73
nam_. -13  nam_that 18  nam_with 25  native_speaker 38  need_<n> -10  need_a 55  need_to 74  nest_object 28
new_version 77  next_. 42  next_com 216  next_i -17  next_release 29  night_job -29  no_, 24  no_entry 42
no_longer -75  no_owner 87  no_schedule 46  no_such 42  no_trace 103  nobody_seem 21  non_<c> 61  not_. 66
not_affect -22  not_answer 15  not_anywhere 19  not_been 131  not_count -18  not_dare 16  not_done 181  not_exist 34
not_get 26  not_have -39  not_in 53  not_know 100  not_look 42  not_see 26  not_sure 30  not_tell 24  not_touch -23
not_try 29  not_walk 28  noth_break -19  noth_to -12  notic_that 50  now_, 9  now_. 21  now_and -31  now_the 25
number_. -23  number_for 14  number_is -13  object_, 100  of_<n> 7  of_<q> 7  of_it 15  of_its -20  of_nine 23
of_the 11  of_their -12  of_them 21  of_which -6  old_cluster -19  older_than -25  on_<c> 16  on_an 19  on_my 53
on_to 96  on_top 31  once_. -40  once_in 69  once_the 19  one_, 20  one_are -13  one_from 18  one_i 24  one_of 29
one_should 18  only_ever 31  only_finance 19  only_had 14  only_the -25  open_. -15  other_<n> 27  other_four 28
other_seven 46  ought_to 90  our_manifest 16  out_; 36  out_of 21  out_since 49  out_to -12  over_. 16  over_<n> -18
own_. -13  owner_. 14  p_<n> -8  page_still 84  part_of 10  pas_, 13  pas_. -30  pass_. -11  password_reset 29
pattern_. 15  pick_it -16  placeholder_. 18  play_console 33  position_<n> 28  pre_<c> 13  privacy_policy 34
production_. 103  production_would 23  push_. -20  push_as -10  put_it 75  rather_than -6  read_<c> -36  read_from -17
real_bug -16  real_one 65  reject_with 59  release_. 87  replac_. 11  replac_by -9  request_from 35  return_<n> -19
right_has 68  right_now 127  rollout_has 17  rough_once 90  rule_. 17  run_at -16  run_for -11  run_the 68
same_pattern 46  same_way 32  sandbox_account 40  say_<n> 109  say_<q> 11  say_so -24  screenshot_are 33  script_ca 28
second_. -36  seem_to 43  sent_a 31  server_has -24  session_and 22  session_now -28  set_anywhere 16  seven_follow 46
sha_<n> 11  should_be 80  should_go 98  show_<n> 22  show_an 16  show_no -32  sign_<c> 49  since_<n> 10  since_it 15
sit_in 53  skipp_. 61  slide_<n> 53  so_. 9  so_i 29  so_nobody -53  so_noth -42  so_that 5  so_the 12  so_they 16
so_until 53  soak_test 35  somebody_with 14  someone_with 46  speaker_should 15  start_. 28  start_on 12
start_with 13  statement_. 24  stay_in -27  stay_on 15  stay_skipp 28  step_<n> 37  still_in 49  still_miss 62
still_need 110  still_open -11  still_show 127  still_to 17  stop_with 30  string_in 21  tak_<n> -41  tak_about 51
tak_around 21  tak_effect 13  tak_no 29  tak_the -25  task_is 36  tenant_<n> 121  test_, 7  test_. -29  test_are -7
test_at 19  test_cover -12  test_fail 169  test_for 80  test_pas -21  test_run -12  th_. 84  than_<n> 17  that_'s 15
that_. 17  that_delet 20  that_doe -23  that_fail -34  that_i 77  that_leav 17  that_need -20  that_one 38
that_start 37  that_variable 16  that_verify 27  the_app -18  the_background -12  the_brand 16  the_build -42
the_cache -8  the_caller -14  the_case 25  the_check -11  the_checkout 32  the_claim 123  the_client -31
the_command -11  the_config -7  the_contact 22  the_contract 22  the_csv 107  the_dashboard 12  the_data 15
the_date -34  the_deletion 35  the_design 22  the_disk 12  the_dns 50  the_document -12  the_end -16  the_english 21
the_error 22  the_exporter 31  the_first -6  the_fixtur 17  the_former 22  the_four 13  the_header -30  the_ingres 29
the_invoice 17  the_link -26  the_load -31  the_loader -13  the_log -8  the_login 12  the_migration -8  the_mobile 14
the_moment 47  the_new 29  the_night -14  the_offset 21  the_old 33  the_one 12  the_original 20  the_packag 31
the_page -45  the_partner 60  the_play 33  the_pre 18  the_proces -18  the_production 42  the_public -29
the_query -10  the_real 100  the_registry 53  the_release 69  the_remain 9  the_repo 58  the_risk 24  the_rollout 17
the_runn 27  the_session -37  the_sett 15  the_shar 97  the_share 40  the_soak 21  the_stag -16  the_step 17
the_test -18  the_third 38  the_timer 80  the_token 6  the_translation 36  the_upgrade 16  the_upload 78  the_user -27
the_vault 33  the_warehouse 14  the_way -33  them_. 44  them_and 18  them_is 36  them_the 51  there_'s 29  there_i 71
they_have 46  thi_. 57  thi_has 20  thi_is -31  those_<n> 38  three_tim -10  through_<q> -17  time_. 16  timer_. 14
to_be 8  to_get -29  to_look 27  to_me 35  to_move 66  to_send 37  to_that -17  to_the -15  to_write 65  to_your 41
token_. 35  told_. 34  too_, -19  too_high 74  top_of 35  tree_is -9  trickier_because 41  trust_the 36  try_. 26
twice_, 48  twice_. -24  two_local 44  two_of 77  type_check -12  ui_are 41  until_it -14  until_its 37
until_somebody 37  until_that 15  until_the -28  until_their 61  untouch_. -24  up_its 18  up_to -5  upload_wait 59
use_<q> -24  use_nest 28  v_<n> -10  valu_are 33  vendor_'s 17  verify_sha 27  version_bump 25  version_is 23
wait_for 26  wait_on 24  wait_until -11  walk_. 28  want_a 118  was_<n> -11  was_deni 71  was_made 28  way_. -13
went_from -35  were_not 36  when_it 15  when_the -12  when_they -13  where_it 8  where_the 26  whether_that 24
which_i -12  which_it -14  which_there 55  while_there 20  why_the 27  will_reject 27  with_a -7  with_it 18
with_the -3  within_<n> -11  without_a -24  without_the 51  wo_not 29  word_. 68  would_be 25  writ_is 22  write_a 30
wrong_row 27  year_; 42  yes_, -19  yet_. 14  yet_: 18  you_'d -12  you_. 60  you_ask 9  you_need 33  your_before 67
|_<n> 14  |_<q> 6  |_a -65  |_above 33  |_all -32  |_attachment 65  |_backup 94  |_bulk 21  |_cluster 163
|_comment 26  |_committ -73  |_csv 15  |_data 26  |_date 22  |_do -34  |_done -12  |_each -93  |_error -28
|_every -20  |_everyth -36  |_fix -28  |_for 52  |_fr 28  |_half 13  |_i -39  |_if -148  |_its 65  |_job -31
|_kind 35  |_member 43  |_nat 17  |_next 41  |_no -24  |_nobody 52  |_not 45  |_of -24  |_old -49  |_on 20  |_only -32
|_pric -14  |_push -7  |_remote 39  |_screenshot 33  |_slide 53  |_somebody 18  |_step 150  |_that 51  |_token -13
|_toml 55  |_twelve 55  |_user -55  |_webhook 11  |_when -28  |_while -45  |_yes 8  ，_<n> 31  ，_<q> -63  ：_<q> -18
？_| -8
""",
    "place": """
first -112  last 108  only 29  report -111
""",
    "shape": """
chinese -2  english 3  item 4  size0 -5  size1 -18  size2 1  size3 2
""",
    "stem": """
accent 27  acces 8  addres 66  affect -47  alert 15  alia -12  answer -32  anyth -62  app 72  arriv -38  attach 41
attachment 31  automatical -19  belong 25  block -29  bundl 48  cach -33  caller -18  card 30  chang -13  charg 13
check -15  chunk -12  citation 25  class -11  cluster 60  com 6  committ -85  compar -14  concurrent -29  contract 15
cooki -15  cost -7  cover -14  decod -15  deni 21  die 21  disabl -19  download -14  dropp -20  edit 10  event 20
exact -51  exampl -23  expect -15  expos 27  fail -4  fall -27  field -21  fil -4  fill 9  filter -12  finding -20
fix -19  float 111  follow -25  form -10  generat -10  gues 69  handl 11  happen -17  hash -20  hav 68  hold 35
import 8  includ -73  instanc 61  invit 86  job -46  join -27  keep -9  kill -11  leav 10  lie 42  link -47  logg -89
los -9  manifest 22  mark 9  match -18  messag -26  mov -20  nam 8  near 20  need 19  nest -12  one -35  overflow 34
partition 12  pas -30  pass -6  paus -32  pend -18  pick -43  pinn -33  placeholder 18  player 18  plugin -17
postgr -28  proces -6  publish -20  push -147  rat -48  reach -19  redi -25  refund 52  reject 6  releas -33  remain 8
remov -141  renam -17  render -63  report -17  request -20  resolv 9  retri -63  return -53  rough 38  round -24
row -11  rul -18  sav -7  say 10  schedul 14  second -100  servic -19  shar 15  sheet -16  shipp 36  shrink 25  sign 5
simulat -25  skipp 9  someth 56  sort -26  sound 53  spe -12  stag -25  start 57  stay -11  stopp 10  stor -66
succeed -13  surviv -14  swapp 81  tabl -29  task 19  tenant 31  test -3  thi 11  timer 23  track -18  typ -6
unchang -17  unsign 42  untouch -43  updat -81  upload -24  url 12  use -32  user -10  verifi -24  version -43
want 34  warn -16  window 27  work -60  yield -22  your 130
""",
    "word": """
! -24  % -21  'll 82  'm 35  's 4  've 28  , -1  - -15  . -2  ; 3  <c> 10  <n> 25  <q> 10  a -8  about 32  above 18
accents 27  accepted -23  access 8  account 23  accounts -33  add -16  added -10  address 66  affected -47  after 3
again -27  agency 111  agent 35  agree -40  alert -13  alerts 15  alias -12  all -5  along -20  although 35  and -4
another 35  answered -10  answers -12  any -8  anything -62  anywhere 65  apache -34  apple 65  applied 22  apply 44
are -38  around 36  arrived -30  as -9  ask 64  asked 11  at 2  attached 41  attachments 31  attempt -10  audit 17
automatically -19  autoscaler 16  await 46  aws 37  axe -18  back -43  bad -9  badge -31  balancer -12  batch -30
be -3  became -13  because -5  been 14  before 1  behaviour -21  belongs 25  below -64  big 43  black 29  blank 39
block -25  blocks -12  board 102  bot 17  both -4  box 113  branch 7  brand 10  broken -16  building 55  builds -7
but 68  button -17  by -14  byte -13  ca -17  cache -11  cached -26  caller -23  callers -18  calls -6  cards 30
care -16  cause 37  changes -28  channel -14  charged 34  chart 12  checked -10  checks -9  chrome -13  chunks -12
citations 25  claim 43  classes -11  clean -41  cli 16  clock -30  cluster 7  clusters 60  cmd 23  codemod -23  come 5
comes 9  commented 16  committed -85  compared -21  comparison 22  compiler -18  complete -15  concurrently -29
config -11  confirm 21  connection -31  contact 26  contain 43  context 8  contracts 15  controller 64  cookies -15
costs -7  could -47  creates -12  critical -21  csv 17  cursor -12  custom 27  customer 8  cut -11  dare 16  dark 29
dashboard 49  decide 105  declaration 33  default -54  deletion 27  denied 21  deployment 21  design -13  dev -24
did -15  dies 21  diff -13  disabled -13  dns 19  do 4  doc 67  doing 33  down -87  download 45  due 23  e 7  each 22
earlier -12  eight -13  else -7  empty -4  end -39  even 7  events 20  ever 30  everywhere -22  exactly -51
examples -23  excel 22  except -22  exclude 25  exist 17  exit -17  experiment 21  explain 31  explanation 12
export 9  exporter 32  fail 7  failed -7  failure -28  fallback -18  falls -27  fast -15  february 41  fewer -38
fields -21  fifty 88  file -20  filter -13  finance 37  findings -20  fine -7  first -17  fix 40  fixed -45  flag -20
floats 111  follows -9  for 1  form 72  former 22  forms -10  forty 21  fp -10  fps -15  fr 28  frame 22  friday 45
fuzzer 17  garbage 26  gateway 25  gb -129  generated -10  gone -71  green -7  guess 69  h -24  had -4  hand 40
handle 24  hang 22  happens -9  harbour 26  hard -31  has 91  have 59  having 68  head -14  header -23  health 17
hear -13  heard 18  here 70  high 65  hit -14  holds 7  hole 85  i 73  idle -15  if -22  iframe 40  ignored -38
ignores 16  image -10  in 3  including -33  index -41  info -21  inside 65  instances 61  instead 5  is 9  issue -34
it 7  item -10  its 3  job -6  jobs -46  json -77  just -85  kb -31  keeps -9  kept -11  kind -23  know 29  lacks 33
lag -10  language -26  later -59  layer 13  least -22  leaves 10  legal 57  let -17  level -45  licence 31  license 10
lies 42  limited -17  link -40  links -20  lists -56  load -15  locale -11  locales 27  lock 10  locked -26  locks 19
log -22  logged -47  logo 13  longer -15  look 12  lookup -23  low 19  m 9  macro 56  mails -26  maintainer 24
make 13  manifests 22  marked 13  match 20  matches -7  mb -41  me 37  message -64  messages -26  middle -13  mine 54
mirror 20  modal 33  moment 14  month -6  months -19  more -1  most -18  move 60  moved -6  ms -59  my 170  names 6
nat 14  native 17  nearly 20  need 12  needs 31  nested -12  never -15  next 24  no 2  nobody 52  non 61  none -5
normal -12  not 47  note -25  notebook -23  noticed 28  now -17  ok 22  old 6  older -67  one 2  ones -35  oom 34
open -34  opened -11  optional -12  order -53  original 36  orm 21  ought 90  our 44  out 19  outbox -12  output -63
over 5  overflows 34  own -10  owner 11  p -35  parallel 10  part 94  partial -10  partitions 20  partner 62  pass -30
passed -56  password 18  past -11  path -9  pattern 10  paused -14  pending -18  per -46  photo 13  picks -8
pinned -33  placeholder 48  placeholders 18  players 18  plugin 15  plugins -17  pod -13  point 13  policy 36  pool -9
portal 35  postgres -28  pr -6  pre 13  price -30  printing 13  prints -31  privacy 18  process -6  prod 89
production 79  provider 9  push -11  pushed -92  put 29  qemu 35  query -8  queue -15  queued 13  quotes -11
random -13  range -19  rates -31  rather -6  raw 16  reachable 55  reached -9  read -13  readme -31  real 55
reason -39  rebuild -53  redis -25  registered 13  registry 25  regression 29  reject 10  release 52  reload -33
remain -47  remaining 12  remember 47  remote 90  removed -76  removes -8  renamed -29  rendered -23  repo 43
reproduce 15  request -31  requests -16  resolved -16  retried -11  retries -24  return -36  returns -26  reverse 39
right 26  rollout 78  roughly 38  rounding -10  row -10  rows -11  rules -18  runtime -43  s -52  safari 25  safe 16
sandbox 48  saw -32  says 10  scan -23  schedule 16  scheduled 26  schema -19  scope 13  script 12  second -4
secondary 23  seconds -100  service 7  services -19  set 7  shape 27  shared 12  sheet 44  sheets -16  shipped 51
shopify 37  shorter -21  should 74  show 21  shown -52  shrinks 25  side -55  sigkill 35  signed 25  simulated -17
single -28  size -8  skipped 9  slide 53  smaller -11  so 17  soak 21  some 42  somebody 205  someone 181
something 56  sounds 53  speaker 38  spec -40  speed -12  split -10  ssh 13  staging -9  started 183  stays -5
step 29  still 17  stop 23  stopped 16  store 22  stored -39  story 72  stuck -12  suite -25  survives -14
swapping 57  tables -29  taken -36  tarball 29  task 20  tasks 19  tb 23  team 22  tell 24  template -40  tenants 31
tests 8  th 10  than -13  that 17  them 7  then -48  there 24  they 5  thirty 26  this 11  those 31  three -21
through -6  throughput -23  time -6  timers 23  to 1  today 31  token 51  toml 39  too 5  tool 13  touch -21
translation 36  tree -24  trickier 41  tuesday 22  twelve 8  two 2  type -9  unchanged -17  unclear 56  unit -8
unknown 9  unsigned 42  until 25  untouched -43  updated -51  upgrade 16  upload 69  urls 12  users -10  uses -32
v -6  validation -15  vendor 14  verified -24  version 7  versions -22  volume -39  waiting 56  wanted -11  wants 158
warehouse 14  warning -10  was -16  way -9  web -52  webhook -11  went -3  were -3  whatsoever 155  when 6  where 19
whether 65  which -3  white 22  who -8  will 103  windows 27  with -4  within -43  without -15  wo 29  word 34
words -12  work -17  working -23  works -58  workspace 39  worth 10  would 15  writable 48  write -6  wrong 17
xfail 79  year -27  yet 149  yields -16  you -3  your 9  yours 130  zero -13  ， 2  ： 12  ？ -8
""",
}
