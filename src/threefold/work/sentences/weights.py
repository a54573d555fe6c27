"""What each sign of a sentence speaks for: hundredths of log-odds that it leaves something open.

Written by ``python -m bench.closing.fit``; not edited by hand.
"""

DATA = "94e4ea3c207e1b71"
"""The hash of the labelled sentences that these weights were fitted to."""

BIAS = -189

FAMILIES = {
    "gap": """
%_. -28  %_| 3  %_。 -14  'd_the 26  's_<n> 15  's_are 70  's_i 53  )_an 77  )_the -27  )_| 19  ,_, 11  ,_. 17
,_<c> -15  ,_<q> 5  ,_a -3  ,_and -42  ,_as -27  ,_before -20  ,_build 24  ,_each 22  ,_for -91  ,_i 33  ,_in -22
,_is -4  ,_of -35  ,_support 14  ,_test -6  ,_that 31  ,_their 12  ,_to -11  ,_until 20  ,_want 26  ,_whether 23
,_you -12  ,_。 9  -_- -14  -_: -22  -_is -12  ._. 16  ._。 13  :_, 10  :_- -16  :_. -35  :_now 34  :_tag 25  :_tak 31
:_the -26  ;_. -14  ;_<n> 19  ;_doe 26  ;_has 112  ;_left 13  ;_tak 34  <c>_<n> -10  <c>_and 5  <c>_on 14
<c>_skipp 28  <c>_to 21  <c>_| 18  <c>_。 -4  <c>_： 14  <n>_, 7  <n>_. -72  <n>_: -38  <n>_<c> -12  <n>_<n> 8
<n>_an 60  <n>_are -18  <n>_before -11  <n>_by -26  <n>_case -16  <n>_ci 23  <n>_come 28  <n>_has 100  <n>_have 33
<n>_instead -22  <n>_is -84  <n>_left -15  <n>_long 22  <n>_night 22  <n>_now -10  <n>_of 3  <n>_on -62  <n>_pas -47
<n>_per -36  <n>_queu 33  <n>_reject 23  <n>_test -11  <n>_there 28  <n>_too 116  <n>_uncommitt 51  <n>_was -15
<n>_which 32  <n>_with -6  <n>_| -4  <n>_。 -104  <n>_， 4  <q>_. -57  <q>_a 4  <q>_because -28  <q>_i 26  <q>_left 76
<q>_no 11  <q>_not 25  <q>_| -31  <q>_。 -47  <q>_（ 12  <q>_， -11  a_, -6  a_<c> -24  a_<n> -12  a_account 30
a_addres 21  a_and -12  a_can -13  a_copy 26  a_from 10  a_i 35  a_in 12  a_is -36  a_nam 34  a_of -14  a_set 20
a_speaker 15  a_that -14  a_to -27  a_you -23  about_% -11  about_. 26  about_minut 31  account_the 61  agent_going 50
all_. -22  all_<c> 21  all_are -10  alone_| 31  an_<c> 22  an_cookie 20  an_is 50  and_'d 31  and_'ll 85  and_'m 22
and_'s 51  and_, -52  and_. -31  and_and -32  and_as -48  and_at -34  and_be 12  and_break 40  and_ca 39
and_contact 20  and_do 170  and_doe -13  and_fix -12  and_found 41  and_no -31  and_not 26  and_queue 24  and_renew 23
and_show 22  and_test -24  and_that 52  and_the -37  and_up -13  and_use 13  and_was -15  and_with -8  any_, -18
anyth_. -14  anyth_| -26  anywhere_our 15  apache_<n> -16  app_<q> 21  app_。 30  are_. -29  are_<c> -35  are_<n> 128
are_<q> -54  are_and -16  are_as -61  are_because 21  are_by -23  are_for -23  are_in 5  are_with -40  around_minut 22
articl_up 20  as_. 3  as_as 19  at_% 9  at_<n> 7  at_<q> 15  at_on 13  at_| 12  attachment_the 18  back_the -26
batch_<n> -26  be_before 93  be_by 53  be_on 23  be_the 26  been_. 102  behind_. 55  being_. -11  both_. -72
both_are -15  box_| 24  bracket_| 19  bundle_<n> -17  by_, -22  by_. -19  by_in 19  ca_see 38  ca_walk 28  can_. 13
case_two 25  cause_. 79  cdn_。 47  chang_| -28  check_| -27  checkout_the 32  clean_| -22  cluster_is 26  code_| 16
column_still 51  com_. 12  comment_<c> 30  commit_on 29  committ_<c> -8  committ_| -112  connection_| -11
contact_are 20  copy_the 11  could_tell 21  count_show 51  count_the -28  count_| -15  cover_. -10  database_<n> 14
default_| -23  delet_show 20  delet_| -44  did_dare 16  did_get 72  die_the 35  dns_<q> 15  do_. 18  do_have 50
do_the 31  doe_. 21  doe_know 41  each_and 20  each_| -22  else_| -16  empty_. 39  environment_| 17  ever_the 59
expir_<n> 16  explanation_the 57  f_g 60  fail_, 23  fall_to -35  far_| 60  february_| 46  fil_the 10  file_in 51
file_the -24  first_, -9  five_. -12  fix_<c> 15  fix_a 14  fix_the -16  follow_same 46  for_: 83  for_<n> 23
for_are 33  for_i 21  for_key 41  for_new 107  for_section 49  for_session 51  for_there 54  form_to 189  forty_. 31
fr_es 28  from_old 129  from_on 16  from_to -33  gb_| -8  get_i 28  goe_| 31  going_the 29  gone_| -22  got_. 45
green_| -10  gues_| 36  half_the 20  has_been 66  has_of 129  has_on 30  has_own 18  have_be -20  have_been 68
have_move 19  have_sent 30  have_write 52  have_| 15  here_| 67  history_the 25  hole_| 82  hook_it 88  i_get 68
i_got 63  i_had 14  i_have 80  i_it -5  i_no 37  i_none 82  i_not 194  i_out 50  i_report 34  i_that 118  i_there 31
i_to 179  i_with -18  import_the 22  in_. 3  in_<c> 18  in_<n> 8  in_live 23  in_log -17  in_manifest 15  in_old 49
in_repo 15  in_run 39  in_that 114  in_| 20  instead_<n> -28  instead_| 34  interface_| 20  is_% -26  is_'s 229
is_. 4  is_<c> -21  is_<n> -6  is_<q> -5  is_after 13  is_and -14  is_by -15  is_gues 16  is_only 40  is_same -41
is_set 15  is_through 17  is_to -23  is_until -12  is_with -13  is_you 34  it_. 8  it_about 74  it_for -38  it_in 8
it_is 36  it_not -5  it_noth 69  it_the -11  it_your 65  it_| -1  kb_| -29  keep_. -19  keep_last -27  keep_old 41
kept_| -9  key_the 35  last_. -57  last_and 15  last_day -18  last_of 58  layer_the 21  letter_still 22  limit_| -22
line_<q> 26  link_the -27  lint_。 18  lock_table 22  log_the -22  logo_| 26  long_they 47  look_. 41  lost_a 25
manifest_| 15  mark_as 28  mb_hour 14  mb_| -25  me_| 31  migration_not -27  minut_the 21  minute_| 11  moment_is 26
month_| -12  move_<q> 37  nam_| -13  native_should 32  need_be 17  need_same 81  never_. -25  new_| 62  next_'ll -17
next_the 48  next_| 33  night_<n> 22  no_. 18  no_and 30  no_for 80  no_to 18  not_, -5  not_: 242  not_<n> 34
not_anywhere 71  not_at 68  not_it 75  not_on 88  not_the 48  not_them -20  not_under 36  not_whether 27  not_who 37
not_yet 36  not_| 113  noth_for -26  noth_it 129  noth_that 48  notic_delet 20  now_and -18  now_is 22  now_the -15
now_| 19  number_are 20  number_| -23  object_which 98  of_, 11  of_<n> -5  of_and -31  of_error 60  of_fil 65
of_old 27  of_own -53  of_report 32  of_the 17  of_timer 41  of_two 23  old_, 8  old_in -13  old_until 31  on_. -20
on_and -10  on_branch 19  on_cluster 20  on_for 47  on_has 25  on_host 25  on_old 21  on_so 51  on_the 6  once_is 26
once_| -40  one_, -47  one_. -7  one_and 23  one_at 37  one_in 21  one_it 27  one_left 40  one_the -7  one_them 12
one_your 47  only_can 19  open_| -25  or_. -12  other_. -43  other_follow 46  our_. 83  out_. 58  out_the 21
out_they 19  over_<q> 93  over_in 33  over_| 16  own_| -13  owner_| 14  pas_| -29  pass_| -14  pattern_| 15
people_there 47  per_. -25  photo_a 35  pick_up -21  placeholder_| 19  pod_the 72  preview_the 21  production_. 54
production_| 107  push_<c> -16  push_| -40  read_the -25  real_. 24  real_is 30  receiver_verify 23  release_| 42
remain_. 46  replac_| 11  report_it 34  report_| -13  rollout_start 16  rule_| 18  run_, 14  run_<n> -12  run_a -26
run_i 24  run_with 17  s_the -18  safari_， 62  same_. 23  say_% 153  script_not 49  second_| -36  section_and 22
sent_the 80  server_it 123  session_. -28  session_ui 41  set_in 15  seven_the 26  sha_will 23  show_. 9
show_difference 79  show_for 78  since_may 22  sit_the 51  skipp_| 59  so_'s 77  so_. 147  so_break -18  so_is -10
so_its 54  so_left 46  so_one 103  so_people 47  so_should 60  so_| 8  some_. 24  somebody_the 65  somebody_to 26
start_| 28  statement_| 24  stay_, -26  stay_. 31  stay_the -11  still_, -12  still_. -33  still_<n> 73  still_a 20
still_the 23  still_to 33  stock_. 19  store_not 18  support_a 17  tak_forty 31  task_not 83  tenant_and 35
tenth_the 21  test_. -54  test_<n> -26  test_a -14  test_at 22  test_on -16  test_skipp 43  test_the 22  test_| -29
th_| 84  that_articl 20  that_as 13  that_could 19  that_explain 23  that_from 34  that_must 44  that_sha 23
the_( -29  the_: -19  the_<q> -41  the_? 120  the_agency 113  the_app 51  the_at -39  the_balancer -12  the_box 83
the_chart 38  the_client 17  the_cluster -18  the_column 62  the_differ 16  the_digit 23  the_doc 35  the_fix 19
the_form 18  the_four 12  the_frame 26  the_half 59  the_has 17  the_in 14  the_is -10  the_it 37  the_key 12
the_layer 12  the_line 24  the_lock 39  the_million 55  the_now -36  the_number -8  the_of 5  the_order -9
the_other 27  the_pag 17  the_page 18  the_pattern 24  the_policy 28  the_profile 62  the_record 49  the_release 34
the_run -34  the_server 155  the_service 35  the_setting 60  the_seven 46  the_sheet 44  the_since 34  the_st 14
the_store 38  the_system 123  the_tak 21  the_task 68  the_team 54  the_text 72  the_th 10  the_three 14  the_token 16
the_tree -9  the_url 48  the_use -12  the_version 15  the_was -14  the_where 103  the_would 62  their_has 52
them_. -34  them_<q> 31  them_the 17  them_| 39  there_mark 28  there_no 12  there_notic 20  there_the 23  they_. 10
they_go 75  they_in 42  they_the -23  thi_deploy 23  thi_| 58  those_% 83  those_the 41  three_, -21  through_, -30
tim_. 82  time_| 16  timer_| 14  to_. 10  to_; 34  to_<n> -69  to_anyth -22  to_at 22  to_chang 17  to_event 28
to_s -9  to_the 38  to_them 12  to_there 14  to_to 24  to_were 146  to_with -12  token_, 30  token_| 36  told_| 34
too_; 24  trickier_of 41  try_| 27  twice_| -26  two_, -12  two_. -41  two_and -12  two_are 29  two_from 15
two_run 64  two_stay 92  two_them 23  ui_trickier 41  unknown_| 70  until_<n> 78  untouch_| -24  up_. -16  up_<n> -8
upload_: 15  upload_for 37  use_. -36  use_object 28  use_| -10  variable_not 15  verify_<n> 23  wait_your 96
walk_| 28  was_. -57  was_and -15  was_by 19  was_sure 31  was_the 15  was_to -10  way_and 23  way_| -20  went_<n> -35
were_. -45  were_in 32  which_'s 24  which_a 12  which_script 28  while_i 20  who_it 16  who_not -15  whoever_the 47
whose_i 17  will_everyth 23  with_, -10  with_error 50  with_former 21  with_new 43  with_right 44  with_| 25
without_, -13  wo_show 38  word_are 41  word_| 64  worth_. 86  would_it 53  would_on 47  yes_<q> 28  yet_| 61
you_for 98  you_see -39  you_to -22  you_| 61  your_<c> 29  |_'ll 21  |_, 6  |_- -8  |_. -17  |_: 11  |_<n> 6
|_<q> -17  |_account -12  |_add -15  |_agent 17  |_also 28  |_api 16  |_as -25  |_b 19  |_build -21  |_by -29  |_c 29
|_ca 105  |_case 18  |_check -18  |_client -26  |_com 79  |_come -16  |_compar -21  |_cost -11  |_count -14
|_cover 44  |_dashboard 17  |_deletion 34  |_disk 37  |_done 14  |_else -17  |_empty -13  |_excel 23  |_fail 8
|_fil -31  |_file -25  |_form 13  |_four 10  |_has 15  |_hold 12  |_inside 50  |_is 12  |_it -50  |_keep 13  |_lint 29
|_list -17  |_log -44  |_login -9  |_me 25  |_messag -11  |_mobile 24  |_must -13  |_nam 27  |_native 22  |_need 79
|_night -27  |_not -58  |_of 4  |_other 155  |_pas -15  |_path 54  |_pre 15  |_print -18  |_product 46  |_public -13
|_read -13  |_redi -7  |_remain -56  |_report -17  |_request -17  |_reset 20  |_rollout 16  |_session -15  |_show 15
|_snapshot 34  |_state 13  |_still 9  |_stopp 110  |_those 58  |_time -20  |_to 10  |_two 236  |_upload 8  |_wait -33
|_was -12  |_went -22  |_who -30  |_window 112  |_without -40  |_| -25  |_， 1  |_： -8  |_？ -39  （_<n> -9
，_<n> -12  ，_<q> -10  ，_cdn 20  ，_| 19  ，_。 3  ，_， 28  ，_； 12
""",
    "han": """
|一 -6  |一共 23  |七 45  |七月 45  |万 -13  |三 -18  |上传 -20  |下载 20  |不 -66  |不会 6  |不需 -8  |个 8  |个失 70
|个客 28  |个测 -17  |个重 21  |为 12  |主要 -15  |之 4  |之后 6  |也 -24  |了 -41  |了| -36  |五 -9  |什 13  |什么 13
|从 -4  |从| 4  |修 15  |像是 25  |先 41  |先在 17  |全 -23  |全部 -42  |其他 -15  |再大 129  |出 -19  |切 -12
|删 -16  |别 105  |别名 17  |加了 -8  |加载 17  |占 -10  |原 -13  |原来 -13  |去掉 -10  |发布 41  |另 31  |另外 35
|可以 -14  |可能 33  |号 30  |合同 74  |同 -16  |同一 -41  |名 55  |名单 20  |后台 29  |后面 68  |因 -19  |因为 -17
|图 12  |图片 -12  |地 -8  |域 15  |域名 15  |填 18  |处 -88  |处| -18  |多 16  |多个 41  |大 24  |天| -9  |天以 37
|太 17  |失 -16  |失败 -16  |它 -13  |安 34  |安全 51  |客服 -16  |密钥 21  |对账 24  |导入 15  |小 5  |小时 -6
|已 -147  |已提 -87  |已改 -10  |已经 7  |并 17  |应 29  |应该 137  |强 22  |强推 22  |当 17  |形 17  |得 116
|得有 13  |怎 28  |怎么 28  |我 39  |我先 15  |我原 28  |我只 34  |我按 -15  |我没 -68  |我用 -12  |我这 17  |所 -15
|所以 -7  |手 43  |打 -28  |执 -15  |执行 -15  |把 -20  |抽 -9  |拦 -27  |按 -40  |换 9  |换成 10  |接着 71  |提 -13
|改 -21  |改好 -7  |改成 -23  |放宽 26  |文 -7  |文档 -38  |旧的 -13  |昨天 16  |是我 -20  |最 -8  |有 16  |有一 22
|未 -74  |本 -24  |本地 -14  |材料 27  |查 -11  |查询 -10  |校 -10  |模 -8  |次 -14  |正 38  |正式 73  |正文 48
|每 -11  |每小 18  |毫 -21  |毫秒 -19  |没 -2  |没做 109  |没有 -4  |法 -15  |清单 23  |漏 22  |演 -21  |演练 -13
|现 8  |现在 6  |生 6  |生产 30  |用 -92  |用| -17  |由 -14  |盘 28  |目前 21  |看 -9  |真 13  |离职 22  |秒 -70
|秒| -19  |第 103  |第| 40  |第三 72  |第四 40  |等 16  |等你 23  |签名 -17  |类型 18  |线上 21  |结 -30  |统 -13
|缓 -7  |能不 47  |自 -38  |自动 -10  |英 57  |英文 57  |行 -10  |行| -53  |补 -8  |被 -16  |要 103  |要不 -30
|要人 36  |订 7  |订单 15  |记 -51  |语 9  |语句 94  |请 17  |财 14  |财务 14  |账 14  |账号 31  |走 -10  |超 -39
|超过 -14  |车 56  |输 -34  |输入 -17  |迁移 11  |运 25  |还在 34  |还是 71  |这 2  |这| 39  |这个 20  |这几 48
|这是 -27  |进 -35  |连 20  |连接 21  |连续 -18  |通 -8  |那 -25  |那一 -18  |那边 81  |都 -17  |都能 -21  |配 8
|配置 17  |里 34  |里| 15  |里没 45  |重 -72  |钩 31  |钩子 31  |长 15  |附 50  |降 -7  |降到 -5  |除 88  |除了 88
|页| -17  |顺 26  |预 41  |预计 24  |首 -41  |验证 -16  |默 -19  |默认 -19  一下 17  一下| 77  一共 10  一分 -22
一次 -15  一次| 4  一步 41  一版 49  一版| 19  一致 27  一致| -101  一节 -22  一行| -8  一页 12  七 133  七月 45
三个 -33  三关 23  三小 35  上 17  上| 13  上传 10  上加 83  上得 108  上没 86  上真 45  上线 10  上还 18  下| 19
下一 -20  下单 -10  下面| 25  不上 14  不了 80  不了| 145  不会 -93  不再 -20  不出 48  不到| 16  不去 22  不去| 22
不受 -35  不变 -13  不够 17  不影 -8  不来 17  不来| 17  不用 -67  不知 90  不需 -11  与 -23  业 23  丢 -38  丢| -12
两 3  两条 106  两百 28  个| 2  个人 10  个只 28  个失 70  个客 28  个小 47  个我 38  个文 -6  个月 -9  个测 -17
个结 19  个通 18  个重 13  个问 12  临 10  为准 35  为此 40  主库 32  主要 -38  么 24  么时 45  么来 28  之 -2
之后 -3  之后| -6  也 -8  也是 -13  习 -13  书| 21  乱 13  乱| 27  了 3  了| 10  了一 -25  了个 42  了算 36  了算| 36
了自 50  事 12  二次 -8  互 -15  交 -3  交| 52  交了 -25  交了| -22  产 58  人 27  人去 49  人定 60  人把| 24  人测 94
人重 66  亿 14  亿行 14  亿行| 31  今天 38  仍是 40  仍然 -37  从 -20  从| -31  他 -5  他们 8  令 -9  令牌 -7  以 -14
以内 -24  以后 -14  们 22  们定 29  们定| 29  件 -26  任 -39  任何 -16  任务 -7  任务| -11  份是 22  企 22  企业 22
会 -10  会再 -10  会出 8  会重 -9  传 -6  低 -9  体 -13  余六 53  作区 -13  作用 37  你 28  你们 40  例 10  依 -5
保 -111  保留 -53  保留| -15  倍 -8  倍| -25  值 -12  假 -12  偏 16  偏移 16  偏高 26  做好 -9  像 16  像是 25  儿 75
先在 17  先在| 17  免 -17  入 9  全 -11  全过 -29  全过| -29  全部 -32  八 -14  公司 17  公司| 29  公布 37  六 20
六个 71  共| -4  关掉 26  关闭 -12  其他 -25  内| -19  内存 -8  再 -26  再出 -24  再大 129  写| 11  写入 -66  写入| -7
写死 12  写法 -22  冲 -38  决 22  况 -32  况| -15  净 -32  净| -15  减 -8  几 41  几个 59  出来 24  分 -8  分| 6
切 -14  列表 -39  则 -18  删 -5  删掉 -36  删掉| -36  利 -51  别名 17  别名| 17  到 -6  到月 50  到期 13  到期| 153
制 -56  制| -45  刷新 -23  前 13  前| -21  前两 39  前得 28  前没 72  前用 30  前的 12  前要 22  剩余 -34  办 99
办法 72  办法| 29  功 -7  加 -2  加了 -68  加了| -18  加的 17  加的| 28  务已 45  动 -3  动| 7  化 -94  化| -12
匹配| -13  区 20  区干 -7  单位 96  单在 53  单在| 18  单服 129  占 5  占位 23  卡在 22  即 -27  厂 50  厂商 13
原来 -65  去 39  去| 43  去掉 -63  去改 31  去改| 31  参 -13  及 22  发 3  发布 38  发布| 14  发现 65  取 -4  取| -18
受 -15  变 -38  变| -119  变化 -26  变量 -7  口| 14  口我 19  另 43  另一 22  另外 30  另外| 25  只写 34  只能 -32
可 -7  可以 -18  可用| -8  台 79  台机 22  台的 -18  台组 22  台那 29  号不 -17  号在 42  号字 21  司 17  司| 29
司的 27  各 5  合同 25  同一 -36  同事 42  同样 30  同步 -11  名下 25  后| -18  后再 -7  后台 12  后才 -23  后要 38
后面 31  吗 -17  吗| -17  听 23  启| -25  启动 5  启动| 9  告警| -10  告诉 50  员 66  员能 20  周四 37  命中 -27
和 -10  和| -3  和空 18  哈 -9  哈希 -9  响 -40  响| -5  哪 54  哪个 47  商 29  商品 -11  商的 22  商的| 22  器也 26
四 6  四个 26  回去 19  回去| 19  回密 53  因 -14  因为 -49  围 -11  固 -18  国 32  图片| 35  在| -4  在分 32  在只 17
在后 24  在是 11  在用 10  在里 -12  地址 6  地址| 22  地方 -12  址 5  址| 15  均 -16  块 9  型 12  型| 11  域 11
基 -21  基本 -13  填 8  填进 28  境 17  增 -30  声 -15  处 -11  处| -53  备案 32  复 7  复的 -16  多个 12  多个| 24
多收 32  够不 24  大 54  大约 48  天| -8  天以 37  太 70  太老 53  太老| 53  失 -17  失败 -2  套 13  好| -33  好并 -51
子 21  子| 19  子拒 31  字是 71  存 -50  存| -31  安 20  安全 23  完 46  完了 6  完了| 6  完成 -28  完整 -21  完的 -12
定| 13  实验 42  审 6  审核 18  客服 -28  家 9  家| 25  密 11  密钥 44  对不 83  对比 -15  对账 25  对过 -13
对过| -13  导入 16  导入| 23  射 36  小时 4  少了 -12  就是 -44  就能 -19  就都 33  局 -12  层 9  嵌套 22  工程 22
差在 34  己 13  已 23  已写 -7  已删 12  已升 8  已提 -52  已改 -31  布 34  布| 14  师 130  希 -9  带| -23  常 -39
常| -27  干净 -32  干净| -15  平台 135  平均 -6  并 -48  并推 -13  并提 40  床 53  库 7  库查 24  库的 48  应该 77
底 10  度 -11  延 -10  建| 64  异 -6  引用 -59  引用| -17  张 11  强推 22  当天 -28  录入 47  录入| 35  录的| 50
影 -27  影响 -26  影响| -5  得 190  得有 73  必 -36  必须 -42  志 -54  志| -22  忘 17  忘了 22  忙的 -13  态 -6
怎 118  怎么 63  怎样 19  总监 37  息 9  您确 51  情况 -27  情况| -15  意| 35  慢 -23  成| -86  成了 -22  成了| -13
成公 20  成功 -8  我 101  我| -19  我不 35  我先 15  我列 35  我原 28  我只 171  我按 -26  我是 29  我没 261  我的 43
我看 91  我这 84  或 -42  或者 -15  户还 25  房 9  所 -11  所以 -7  所有 -17  手 23  手册 60  手头 25  手机 10
才能 173  找 76  找到 18  找回 53  把| 14  报 -5  拉 -38  拍 20  拍板 80  拍板| 14  拒 -5  拒绝| -25  拟 -45  拿 10
持 -7  持| 8  挂着 43  指向 17  按 -57  按| -88  按你 -37  挑 62  挡 95  挡住 95  挪 -15  换 4  换一 21  换好 -10
换成| -15  据| -26  掉了 10  掉了| 17  排 8  排| 47  排期 23  接 -4  接| -34  接收 -13  控面 32  推 -14  推送 -50
推送| -19  提 -30  提交 16  提交| 52  提示 -17  提醒 -13  搬| 36  搭 34  支持 -9  收 -10  收到 -21  改 13  改了 -10
改了| -17  改动| -27  改好 -23  改完 21  改成 -128  改成| -7  放| -11  放宽 26  敢 33  数 -3  数据| -26  整 -36
文件 -43  文字 12  文档 -24  文章 27  断 6  断| -9  断开 -8  断的 27  方 -18  方案 -27  日 -20  日志 -54  日志| -22
日期 -33  时 -28  时| 14  时也 -10  时的 -9  时自 -10  时间 -52  时间| -7  映 63  映射 27  是 10  是哪 64  是因 -14
是我 -7  是空 34  显 -4  显示 -45  替 -9  替换 -16  最 -17  最多 -64  最好 20  月底 43  月底| 50  有 -2  有| 24
有两 29  有人 70  有写 16  有冲 -15  有发 17  有导 73  有权 19  有补 35  有账 25  有这 -11  期 -3  期的 -18  期间 -24
未 -11  本来 -35  机 8  机上 26  机器 12  机房 76  机没 19  权 16  权| 43  权限 9  束 -17  构| 38  果 -12  果| -19
查 -26  查| -11  标也 30  校验| -9  样 26  样留 28  样的 34  格 -39  格式 -20  框 -37  档 -19  检 -96  检查 -84
检查| -8  模 -7  模式 -10  模拟 -22  次 -34  次| 10  次没 45  次都 -13  款 10  止 -10  正常 -15  正常| -25  正式 166
正文 24  此 45  步做 29  死的 11  段和 65  段文 69  每 -24  每天 -6  比 -54  比对 -9  毫 -7  毫秒 -6  求 -27  没 57
没人 69  没做 137  没做| 39  没写 10  没写| 80  没动 39  没动| 39  没变 -66  没变| -42  没排 122  没排| 122  没敢 25
没有 -10  没有| 16  没查 40  没法 44  没看 48  没给 16  没试 43  没跑 14  没迁 31  法 11  法不 19  法务 13  洞 27
洞| 16  活 -11  流 3  测 -3  测| -13  测试 -14  测试| -5  测过 24  测过| 24  浏 -13  浏览 -13  消 7  消息 7  涉 41
清掉 -12  溢 27  溢出 27  溢出| 33  满 -13  漏 68  漏了| 40  漏掉 14  漏洞 16  漏洞| 16  灰 6  然 -13  照 18  片| 21
版 26  版| 31  版之 47  版本 -5  状 -21  状态 -11  率| -11  环境 17  现 15  现| 7  现一 18  现在 13  生产 27  生成 -9
生成| -15  用 -27  用| -22  用了| -20  用到 -10  用户 -20  用户| -11  用的 14  用的| 13  用要 66  由| -30  电阻 35
画 -20  留 -12  留| -19  略 -16  疑 56  白| 24  百 29  的 -1  的| 2  的两 20  的个 92  的也 -13  的人 28  的仍 15
的任 -28  的办 83  的工 11  的库 58  的库| 58  的日 -18  的旧 16  的时 -4  的是 22  的是| 11  的更 23  的有| 11
的正 17  的测 22  的消 -24  的漏 16  的索 18  的行 -18  的钱 27  监 9  盘 28  目 41  目前 218  直 -12  直接 -6
看不 63  看过 -25  看过| -25  真 34  真机 23  真机| 23  真的 59  真的| 25  眼 37  眼下 27  着 50  着| 17  着往 40
知道 79  码| -12  码已 -9  码没 13  确 -13  确认| 52  示 -63  示| -15  离线 -10  科 32  秒 -103  秒| -27  积 -28
移 21  移| 13  移量 21  程| -12  程师 49  程序 20  程没 59  稳定 -33  空的 23  空的| 34  空着 42  空着| 42  突 -8
立即 -9  章 14  端还 45  符号 25  符号| 25  第 33  第| 52  第七 14  第三 14  等| -40  等你 61  等待 -23  答了 17
签名 -25  算法 17  管 -11  管| -20  篇 -14  类型 12  类型| 14  糊 22  红 9  级到 17  级到| 23  级的 -15  线 3  线上 64
线程 -10  练过| 36  组| -10  组的 23  经开 153  结 -3  结束 -12  结构 26  结构| 38  结果 -26  结果| -12  给 16
给你 23  给我 37  绝| -25  绝了 31  统 -23  统一 -24  统计 -33  继 -39  继续 -25  续 -19  维 63  绿 -33  缓 -62
缓存 -51  缓存| -12  编译 -47  缺 19  缺| 33  缺少 81  署 28  群的 21  老 23  老| 70  老师 35  老平 35  老机 104
耗 -15  耗时 -12  能不 76  自 -14  自动 -73  自己 13  致 27  致| -109  英 23  英文 23  营 37  营定 48  营定| 48  落 -7
虚 -10  行 -14  行| -4  行的 148  补| 145  被拒 -31  要 59  要一 31  要不 22  要两 55  要先 35  要换 44  要改 -14
要是 -32  要有 112  要的 -19  要走 30  要问 27  见| 25  规则 -13  览 10  览器 -13  解 -7  解决 17  警 -41  警| -22
认| 11  让 15  记 -14  记得 -23  设备 -23  访 -10  访问 -45  证书| 21  识 -10  诉 14  词 -18  译 -17  试 -11  试全 -9
试跑 -14  试通 -15  该 109  语 6  语句 38  说明 -12  请求 -132  请求| -15  谁 22  调 -5  调地 55  财 9  财务 9  败 -2
败的 -8  账 11  走的 -24  起不 17  超 -26  超时 -51  超过 -11  跑了 6  跑到 107  跑过 17  跑过| 24  跳 -10  跳过| -31
车 56  车上 56  转 -33  软 -26  载| -32  载没 33  输 7  输入 10  输出 -52  输出| -10  边 33  边没 49  边的 20  达 -11
迁移 28  迁移| 37  过 -3  过| 5  过期| -19  运 85  运维 152  运营 41  运费 46  还 79  还挂 45  还是 103  还是| 65
还有 -31  还没 49  还要| 18  这 16  这| 17  这个 27  这个| 41  这几 82  这是 -27  这边 21  这里 -20  进去 10  进去| 25
进度 -17  连 8  连接 15  连续 -31  追 -20  退出 -23  送 -99  送| -24  通过 -17  遍 -6  遍| -14  道 19  道| 20  避 -16
避免 -11  那 193  那| -18  那一 57  那两 22  那份 27  那台 64  那块 61  那层 28  那边 148  部 3  部分 -14  部署 28
部门| 29  都 -79  都偏 26  都在 -37  都在| -22  都好 35  都对 -22  都已 -21  都有 -7  都没 68  都能 -10  醒 -20
里找 42  里是 27  里没 16  里还 13  里那 20  里面| -12  重写 11  重启 -5  重启| -15  重复 -48  重试 -13  量| -8  钟 -4
钟| -4  钥 10  钩 82  钩子 82  钱 32  锁 -5  错误| 19  镜 10  镜像 10  门| 29  闭 -12  问 4  问题| -41  间 -25  阻 35
降 -32  降到 -40  降到| -26  限制 -10  除 8  除| -8  除了 142  除的 61  随 -71  随机 -10  隔 -12  零 -41  零| -29
需要 -7  面 14  面| 8  面板 22  面的 45  面的| 12  音 -16  页| -5  页面| 28  项 -22  顺带 150  须 -10  题| -46
额| -10  验| -9  默 -26  默认 -22  齐 -13
""",
    "pair": """
!_| -25  %_. -7  %_of -67  %_。 23  %_， 12  'll_report 34  'm_not -18  's_a 29  's_as 55  's_at 118  (_<n> -23
)_. 19  ,_<c> -39  ,_after -12  ,_because -15  ,_but 23  ,_committ -11  ,_each -23  ,_export 16  ,_for 19  ,_from -12
,_i 78  ,_in -40  ,_includ -19  ,_it -16  ,_none -10  ,_noth -18  ,_on 18  ,_push -6  ,_so 7  ,_still 21  ,_the -13
,_then -12  ,_there 18  ,_too 21  ,_while 34  ,_with -99  ,_yet 15  -_- -7  -_: -16  ._| -4  :_- -11  :_<n> -151
:_no 33  :_position 86  :_right 53  :_script 37  :_that 36  :_the 32  :_two 19  ;_the -4  ;_there 107  ;_your 12
<c>_, 9  <c>_. -41  <c>_are 35  <c>_is -20  <c>_it 40  <c>_rule 50  <c>_them 50  <c>_| 18  <c>_） -9  <n>_% -20
<n>_'s 24  <n>_( 44  <n>_<c> -6  <n>_<n> -67  <n>_as -20  <n>_byt 35  <n>_day 4  <n>_every 22  <n>_fil -27
<n>_fps -15  <n>_gb -102  <n>_has -22  <n>_in -24  <n>_kb -32  <n>_lin 6  <n>_mb -42  <n>_ms -34  <n>_not 91
<n>_of 15  <n>_p -11  <n>_pass -24  <n>_product 14  <n>_row 7  <n>_s -84  <n>_say 73  <n>_second -67  <n>_st 14
<n>_step -24  <n>_tb 24  <n>_test 5  <n>_th 10  <n>_the 8  <n>_use 15  <n>_wait 31  <n>_were 19  <n>_where 36
<n>_which 17  <n>_will 163  <n>_| -13  <n>_。 -199  <q>_, 14  <q>_. -7  <q>_; 26  <q>_and 3  <q>_giv -18  <q>_now -22
<q>_| -17  <q>_。 -17  <q>_， -12  a_<n> -10  a_<q> -56  a_gc 28  a_month -11  a_register 29  a_row -25  a_second -10
a_separate 16  a_small -15  about_forty 90  about_it 17  acces_to -18  account_, 43  account_at 74  add_a -14
after_that -15  agent_is 50  all_<n> -117  alone_. 31  an_agent 117  an_entry -14  an_iframe 40  and_all -18
and_committ -17  and_g 60  and_have 13  and_i 81  and_need 40  and_nobody 36  and_noth 18  and_push -40  and_put 27
and_should 22  and_that 121  and_the 6  and_ui 41  and_were 19  and_whether 23  and_will 48  and_would 19  and_you 12
android_<n> -12  another_<n> 25  any_more -52  anyth_. -26  anyth_else -28  anywhere_in 40  apache_- -16  are_. 14
are_cach -11  are_comment 16  are_fix -32  are_for -16  are_from 37  are_gone -18  are_in 4  are_kept -19
are_left -39  are_not -5  are_out -12  are_over 25  are_queu 20  are_read -16  are_skipp -27  are_the -16
are_trickier 41  around_<n> 86  articl_show 20  as_<c> -36  as_<n> -16  as_a -10  as_before 9  as_ever 22  as_i 23
as_in -11  as_its 39  as_one 23  as_skipp 28  as_you -46  ask_for 14  at_. 33  at_<n> -8  at_about 19  at_least -17
at_minute 21  at_most -44  at_start -20  at_the 32  back_to -16  be_done 66  be_in 72  be_merg 74  be_worth 86
because_i 63  because_of 31  been_sent 43  been_told 34  before_, -14  before_. -9  before_i 52  before_the 10
belong_to 14  below_<n> -17  box_. 24  bracket_. 19  branch_, 14  break_for -18  but_never 72  but_no 18  but_the 10
by_hand 48  by_hash 17  by_the -13  ca_not -13  call_has 41  came_from -16  can_be -54  can_reproduce 17  chang_, -31
chang_. -28  chapter_<n> 24  check_, -17  check_. -27  cherry_<c> 18  clean_. -22  code_. 30  column_of 59
comment_out 85  commit_is 50  committ_. -112  committ_as -15  confirm_the 20  connection_. -11  contract_are 58
copy_of 27  cost_<n> -13  could_be 32  could_get 68  could_not 15  count_. -15  count_as -23  count_still 51
cut_off -21  dark_mode 18  dashboard_in 93  date_of 17  day_of 66  default_. -23  delet_, -29  delet_. -44
delet_articl 20  deployment_is 48  design_doc 35  did_not 11  disk_layer 60  do_not -11  doe_noth 17  done_, -50
down_to -10  drop_the 83  e_<c> 24  each_. -22  each_time 28  each_with -12  ear_; 20  else_. -16  entry_in 20
environment_. 17  error_are 37  every_<n> -13  everyth_is -17  exist_. 17  exist_in 49  exit_with 14  expir_, 34
expir_in 89  export_. 26  f_and 60  fail_: 104  fail_the -12  fail_with 62  fall_back -29  far_. 60  fil_and -13
fil_are -20  finance_can 19  first_frame 26  first_time -15  fix_, -21  folder_, 23  for_<n> -8  for_each -25
for_it 37  for_now 265  for_that 14  for_the 9  for_uncommitt 51  for_which 26  for_your 25  format_, 38
forty_minut 31  fp_<n> -10  from_you 72  get_to 22  go_; 31  go_on 22  go_out 25  go_over 40  go_through -38
go_to -37  goe_. 31  goe_to -18  going_through 50  gone_, -14  gone_. -22  good_for 126  green_. -7  gues_. 36
has_<n> -27  has_not 164  has_start 166  has_the 27  has_to 68  have_. 49  have_no 237  have_the 34  have_to 57
health_check 31  here_, 21  here_. 67  hold_a 145  hole_. 82  hour_: 19  i_'d 62  i_'ll 62  i_'m 34  i_'ve 33
i_add -21  i_ca 77  i_check -21  i_compar -26  i_could 135  i_did -37  i_do 70  i_found 16  i_had 97  i_have 31
i_left 25  i_mark 147  i_need 37  i_notic 49  i_only 136  i_stopp 110  i_used 27  i_was 49  i_would 10  ids_are -14
if_<q> 11  if_the -70  if_you -33  ignor_<q> 34  ignor_the 22  in_. 30  in_<c> -13  in_<n> 24  in_<q> -14  in_a -31
in_another 19  in_code 23  in_fifty 88  in_it 12  in_our 13  in_parallel 26  in_there 160  in_thi 68  includ_the -15
instead_. 34  interface_. 20  into_a -14  into_the 27  is_<n> -27  is_a 22  is_about -13  is_as 39  is_at -11
is_clean -33  is_committ -14  is_delet -24  is_empty -16  is_fix -11  is_for 69  is_garbage 26  is_going 50
is_gone -25  is_good 20  is_kept -21  is_read -11  is_refus -21  is_runn 166  is_too 17  is_two 15  is_untouch -17
is_what 23  is_writable 47  is_wrong 100  is_your 33  issue_<n> -12  it_: 32  it_after 20  it_and -23  it_because 48
it_for 26  it_goe 20  it_into 12  it_need 33  it_off 19  it_tak 26  it_to 20  it_up -17  it_want 27  its_<n> 16
kb_。 -8  keep_work -13  kept_for -17  kept_in -11  key_of 26  last_<n> -35  last_column 65  last_three 83
left_the 13  letter_. 24  limit_. -22  limit_are 16  limit_to -26  lin_have 22  line_of 17  link_to -27  list_as 74
listen_to 25  load_balancer -12  logo_. 26  m_， 30  make_it 30  manifest_. 15  mark_<c> 28  mb_an 14  mb_。 -7
mb_， -11  me_. 31  member_<n> 32  messag_are -10  minut_, -9  minute_. 11  mobile_app 30  moment_that 67  month_. -12
most_<q> 28  mov_to -71  nam_. -13  nam_that 18  nam_with 26  native_speaker 38  need_<n> -10  need_a 53  need_no -11
need_to 70  nest_object 28  new_version 89  next_. 43  next_com 218  next_i -17  next_release 34  night_job -29
no_, 26  no_entry 41  no_longer -75  no_owner 87  no_schedule 40  no_such 43  no_trace 103  nobody_seem 21  non_<c> 61
not_. 65  not_affect -21  not_answer 15  not_anywhere 19  not_been 130  not_count -17  not_dare 16  not_done 180
not_exist 32  not_get 26  not_have -39  not_in 55  not_know 100  not_look 44  not_see 25  not_sure 31  not_tell 26
not_touch -22  not_try 29  not_walk 28  noth_break -18  noth_to -13  notic_that 49  now_, 7  now_. 19  now_and -7
now_the 26  number_. -23  number_for 15  number_is -14  object_, 98  of_<n> 8  of_<q> 8  of_it 16  of_its -21
of_nine 23  of_the 11  of_their -12  of_them 17  of_which -6  old_cluster -18  older_than -25  on_<c> 16  on_an 19
on_my 50  on_to 96  once_. -40  once_in 69  once_the 20  one_, 20  one_are -13  one_from 19  one_i 25  one_of 22
one_should 18  only_ever 31  only_finance 19  only_had 14  only_the -25  open_. -13  other_<n> 24  other_four 28
other_seven 46  ought_to 90  our_manifest 15  out_; 37  out_of 22  out_since 46  out_to -12  over_. 16  over_<n> -18
own_. -13  owner_. 14  page_still 86  part_of 10  pas_, 12  pas_. -29  pass_. -12  password_reset 26  pattern_. 15
pick_it -17  placeholder_. 19  play_console 34  position_<n> 30  pre_<c> 13  privacy_policy 35  production_. 107
production_would 23  push_. -19  push_as -11  put_it 74  read_<c> -34  read_from -16  real_bug -15  real_one 66
reject_with 58  release_. 90  replac_. 11  replac_by -9  request_from 34  return_<n> -19  right_has 68  right_now 126
rollout_has 16  rough_once 90  rule_. 18  run_at -16  run_for -11  run_the 69  same_pattern 46  same_way 31
sandbox_account 41  say_<n> 109  say_<q> 11  say_so -24  screenshot_are 33  script_ca 28  second_. -36  seem_to 51
sent_a 31  server_has -23  session_and 22  session_now -28  set_anywhere 15  seven_follow 46  sha_<n> 10  should_be 81
should_go 109  show_<n> 22  show_an 16  show_no -32  sign_<c> 67  since_<n> 10  since_it 14  sit_in 51  skipp_. 59
slide_<n> 53  so_. 8  so_i 27  so_nobody -51  so_noth -41  so_that 7  so_the 12  so_they 16  so_until 54  soak_test 35
someone_with 47  speaker_should 15  start_. 28  start_on 12  start_with 13  statement_. 24  stay_in -27  stay_on 15
stay_skipp 27  step_<n> 35  still_in 49  still_need 110  still_open -11  still_show 125  still_to 17  stop_with 30
string_in 22  table_for 22  tak_<n> -52  tak_about 50  tak_around 22  tak_effect 13  tak_no 30  tak_the -25
tenant_<n> 117  test_, 7  test_. -29  test_are -7  test_at 20  test_cover -12  test_fail 168  test_for 70
test_pas -22  test_run -12  th_. 84  than_<n> 18  that_'s 18  that_. 16  that_delet 20  that_doe -23  that_fail -35
that_i 70  that_leav 16  that_need -21  that_one 35  that_start 37  that_variable 15  that_verify 23  the_app -18
the_background -11  the_brand 17  the_build -44  the_caller -14  the_case 25  the_check -11  the_checkout 32
the_claim 121  the_client -30  the_command -11  the_config -7  the_contact 20  the_contract 22  the_csv 106
the_dashboard 12  the_data 17  the_date -35  the_deletion 36  the_design 21  the_disk 11  the_dns 45  the_document -12
the_end -15  the_english 21  the_error 22  the_exporter 28  the_first -7  the_fix 9  the_fixtur 18  the_former 21
the_four 14  the_header -30  the_ingres 30  the_invoice 17  the_key 13  the_link -25  the_load -31  the_loader -13
the_log -9  the_login 14  the_middle -9  the_migration -7  the_mobile 14  the_moment 45  the_new 36  the_night -14
the_offset 22  the_old 34  the_one 12  the_original 20  the_other 4  the_packag 28  the_page -45  the_partner 60
the_play 34  the_pre 19  the_proces -17  the_production 44  the_public -28  the_query -10  the_real 103
the_registry 54  the_release 70  the_remain 9  the_repo 58  the_risk 24  the_rollout 16  the_runn 27  the_session -39
the_sett 15  the_shar 106  the_share 38  the_soak 21  the_stag -15  the_step 17  the_test -19  the_third 51
the_timer 79  the_tool 12  the_translation 37  the_upload 76  the_user -22  the_vault 32  the_warehouse 13
the_way -33  them_. 46  them_and 16  them_the 51  there_'s 26  there_i 72  they_have 48  thi_. 58  thi_has 20
thi_is -31  those_<n> 40  three_tim -11  through_<q> -16  time_. 16  timer_. 14  to_<n> -2  to_be 9  to_get -30
to_look 25  to_me 35  to_move 66  to_send 34  to_that -20  to_the -14  to_write 67  to_your 40  token_. 36  told_. 34
too_, -19  too_high 76  tree_is -9  trickier_because 41  trust_the 36  try_. 27  twice_, 48  twice_. -26  two_local 45
two_of 80  type_check -11  ui_are 41  under_the -9  until_it -14  until_its 35  until_somebody 36  until_that 15
until_the -27  until_their 63  untouch_. -24  up_its 18  up_to -6  upload_wait 55  use_<q> -25  use_nest 28  v_<n> -10
valu_are 33  verify_sha 23  version_is 27  wait_for 25  wait_on 26  wait_until -12  walk_. 28  want_a 117  was_<n> -11
was_deni 72  way_. -13  went_from -36  were_not 34  when_it 14  when_the -12  when_they -12  where_it 8  where_the 30
whether_that 23  which_i -7  which_it -14  which_there 54  while_there 20  why_the 26  will_reject 23  with_a -7
with_it 18  with_the -3  within_<n> -12  without_a -25  without_the 55  wo_not 29  word_. 64  would_be 24  writ_is 21
write_a 30  wrong_row 28  year_; 42  yes_, -19  yet_. 17  yet_: 19  you_'d -12  you_. 61  you_ask 9  you_need 35
your_before 68  |_<n> 13  |_<q> 7  |_a -62  |_above 33  |_all -31  |_attachment 65  |_backup 95  |_both 5  |_bulk 21
|_cluster 164  |_comment 26  |_committ -76  |_csv 15  |_data 26  |_date 20  |_do -24  |_done -12  |_each -93
|_error -12  |_every -20  |_everyth -37  |_fix -30  |_for 54  |_fr 28  |_half 15  |_i -41  |_if -153  |_its 65
|_job -32  |_kind 35  |_member 44  |_nat 17  |_next 41  |_no -25  |_nobody 52  |_not 49  |_of -23  |_old -48  |_on 20
|_only -33  |_pric -14  |_push -6  |_remote 38  |_screenshot 33  |_slide 53  |_somebody 18  |_step 144  |_that 54
|_token -13  |_toml 58  |_twelve 54  |_user -54  |_webhook 13  |_when -29  |_while -44  |_yes 7  。_| -1  ，_<n> 32
，_<q> -62  ：_<q> -18  ？_| -8
""",
    "place": """
first -110  last 106  only 29  report -112
""",
    "shape": """
chinese -2  english 3  item 15  size0 3  size1 -15  size2 1  size3 2
""",
    "stem": """
accent 27  acces 8  addres 64  affect -46  alia -11  answer -25  anyth -61  app 73  arriv -38  attach 41
attachment 31  automatical -20  belong 25  block -29  bracket 19  bundl 46  cach -31  caller -17  card 32  chang -13
charg 13  check -15  chunk -12  citation 26  class -10  cluster 59  com 6  committ -84  compar -14  concurrent -29
contract 15  cooki -14  cost -7  cover -15  decod -16  deni 21  die 21  disabl -20  download -13  dropp -19  edit 10
entri -7  event 19  exact -51  exampl -22  expect -14  expos 27  fail -4  fall -27  field -21  fil -3  fill 10
filter -12  finding -19  fix -15  float 110  follow -25  form -9  generat -10  gues 73  handl 12  happen -17  hash -19
hav 71  hold 35  import 7  includ -63  instanc 59  invit 84  job -45  join -27  keep -9  kill -11  leav 9  lie 44
link -49  logg -89  los -9  manifest 21  mark 8  match -19  messag -25  mov -17  nam 8  near 20  need 21  nest -12
one -35  overflow 35  partition 12  pas -33  pass -6  paus -29  pend -18  pick -41  pinn -33  placeholder 19
player 18  plugin -16  postgr -30  proces -6  publish -20  push -147  rat -47  reach -21  redi -26  refund 51
reject 6  releas -34  remain 7  remov -141  renam -17  render -62  report -17  request -20  resolv 8  retri -60
return -54  rough 39  round -23  row -12  rul -19  sav -7  say 10  schedul 14  second -99  servic -19  shar 17
sheet -17  shipp 33  shrink 26  simulat -24  skipp 9  someth 57  sort -27  sound 49  spe -11  stag -25  start 55
stay -9  stopp 10  stor -66  succeed -14  surviv -14  swapp 82  tabl -28  task 18  tenant 31  test -3  thi 10
timer 23  track -17  unchang -16  unsign 42  untouch -43  updat -74  upload -24  url 12  use -33  user -10  verifi -24
version -42  want 34  warn -16  window 27  work -59  yield -22  your 132
""",
    "word": """
! -25  % -20  'll 80  'm 34  's 4  've 33  , -2  - -11  . -3  : 1  ; 3  <c> 10  <n> 21  <q> 10  a -8  about 31
above 18  accents 27  accepted -23  access 8  account 22  accounts -33  add -17  added -10  address 64  affected -46
after 2  again -28  agency 113  agent 55  agree -40  alert -13  alias -11  all -4  along -21  although 33  and -3
another 35  answered -10  answers -8  any -8  anything -61  anywhere 73  apache -34  apple 69  applied 22  apply 45
are -39  around 36  arrived -29  as -9  ask 63  asked 10  at 2  attached 41  attachments 31  attempt -10  audit 16
automatically -20  autoscaler 16  await 48  aws 39  axe -17  back -42  bad -9  badge -32  balancer -12  batch -31
be -4  became -12  because -6  been 14  before 3  behaviour -20  belongs 25  below -64  black 30  blank 39  block -24
blocks -12  board 101  bot 17  both -4  box 114  brackets 19  branch 15  brand 11  broken -18  building 94  builds -7
but 68  button -13  by -14  byte -14  ca -18  cache -8  cached -24  caller -22  callers -17  calls -6  cards 32
care -16  cause 35  changes -26  channel -14  charged 35  chart 12  checked -10  checks -8  cherry 18  chrome -13
chunks -12  citations 26  claim 43  classes -10  clean -40  cli 16  clock -31  cluster 8  clusters 59  cmd 24
codemod -23  come 5  comes 9  commented 16  committed -84  compared -20  comparison 26  compiler -17  complete -15
concurrently -29  config -11  confirm 22  connection -31  contact 24  contain 43  context 8  contracts 15
controller 64  cookies -14  costs -7  could -47  creates -12  critical -21  csv 17  cursor -12  custom 29  customer 8
cut -9  dare 16  dark 29  dashboard 46  decide 112  declaration 34  default -54  deletion 27  denied 21  deployment 21
design -14  dev -23  did -16  dies 21  diff -13  disabled -14  dns 18  do 5  doc 66  doing 34  down -18  download 43
due 23  e 8  each 23  earlier -12  eight -13  else -7  end -39  entries -7  even 8  events 19  ever 29  everywhere -23
exactly -51  examples -22  excel 22  except -22  exclude 25  exist 17  exit -17  experiment 21  explain 31
explanation 12  export 9  exporter 31  fail 7  failed -7  failure -28  fallback -17  falls -27  fast -16  february 44
fewer -38  fields -21  fifty 88  file -21  filter -11  finance 38  findings -19  fine -7  first -16  fix 50  fixed -44
flag -68  floats 110  follows -9  for 2  form 74  former 21  forms -9  forty 20  fp -10  fps -15  fr 28  frame 22
friday 44  fuzzer 16  garbage 26  gateway 24  gb -133  generated -10  git 10  gone -70  green -7  guess 73  h -26
had -4  hand 41  handle 23  hang 23  happens -9  harbour 27  hard -31  has 95  have 57  having 71  head -14
header -24  health 17  heard 18  here 70  high 69  hit -14  holds 7  hole 82  i 74  idle -15  if -22  iframe 40
ignored -32  ignores 17  image -11  in 4  including -34  index -27  info -21  inside 66  instances 59  instead 5
is 10  issue -33  it 8  item -10  its 3  job -7  jobs -45  json -78  just -84  kb -32  keeps -9  kept -11  kind -22
know 30  lacks 36  lag -10  language -26  later -58  layer 12  least -22  leaves 9  legal 61  let -16  level -45
licence 30  license 10  lies 44  limited -17  link -39  links -21  lists -57  load -15  locale -11  locales 28
lock 11  locked -26  locks 31  log -22  logged -46  logo 14  longer -17  look 13  lookup -22  low 18  m 8  macro 56
mails -27  maintainer 24  make 13  manifests 21  marked 13  match 21  matches -7  mb -42  me 36  message -65
messages -25  middle -12  mine 54  mirror 20  modal 34  moment 13  month -5  months -19  most -17  move 61  ms -36
my 161  names 5  nat 14  native 17  nearly 20  need 12  needs 36  nested -12  never -15  next 13  no 3  nobody 52
non 61  none -5  normal -12  not 49  note -26  notebook -22  noticed 27  now -15  ok 21  old 6  older -63  one 2
ones -35  oom 34  open -34  opened -11  optional -12  order -53  original 37  orm 22  ought 90  our 45  out 18
outbox -13  output -41  over 5  overflows 35  own -10  owner 11  p -6  parallel 11  part 92  partial -10
partitions 20  partner 62  pass -33  passed -56  password 20  past -11  path -8  pattern 10  paused -14  pending -18
per -46  photo 13  picks -8  pinned -33  placeholder 51  placeholders 19  players 18  plugin 16  plugins -16  pod -13
point 23  policy 35  pool -8  portal 39  postgres -30  pr -5  pre 13  price -29  printing 13  prints -30  privacy 18
process -6  prod 90  production 81  provider 9  push -13  pushed -92  put 29  qemu 36  query -9  queue -17  queued 13
random -13  range -18  rates -30  raw 16  reachable 55  reached -11  read -21  readme -26  real 54  reason -43
rebuild -54  redis -26  registered 14  registry 25  regression 39  release 35  reload -32  remain -47  remaining 11
remember 45  remote 89  removed -77  removes -8  renamed -29  rendered -21  repo 43  reproduce 15  request -30
requests -17  resolved -16  retried -12  retries -20  return -36  returns -27  reverse 45  right 26  rollout 76
roughly 39  rounding -9  row -10  rows -12  rules -19  runtime -42  s -38  safari 25  safe 18  sandbox 48  saw -32
says 10  scan -24  schedule 14  scheduled 26  schema -19  scope 12  script 12  second -5  secondary 22  seconds -99
section 12  send 7  service 8  services -19  set 7  shape 26  share -10  shared 14  sheet 46  sheets -17  shipped 47
shopify 38  shorter -21  should 74  show 23  shown -54  shrinks 26  side -48  sigkill 35  signed 16  simulated -17
single -28  size -8  skipped 9  slide 53  smaller -13  so 18  soak 21  some 52  somebody 204  someone 182
something 57  sounds 49  speaker 38  spec -39  speed -11  split -10  ssh 13  staging -8  started 183  step 29
still 13  stop 22  stopped 17  store 22  stored -39  story 72  stuck -11  suite -25  survives -14  swapping 57
table 4  tables -28  taken -37  tarball 27  tasks 18  tb 24  team 23  tell 26  template -39  tenants 31  tests 8
th 10  than -12  that 19  them 8  then -48  there 23  they 5  thirty 27  this 10  those 31  three -20  through -7
throughput -22  time -6  timers 23  to 3  today 32  token 52  toml 40  too 5  tool 14  touch -20  translation 37
tree -24  trickier 41  tuesday 20  twelve 8  type -9  unchanged -16  unclear 53  unit -8  unknown 14  unsigned 42
until 24  untouched -43  updated -45  upload 70  urls 12  users -10  uses -33  v -6  validation -14  vendor 13
verified -24  version 10  versions -21  volume -39  waiting 58  wanted -11  wants 159  warehouse 13  warning -9
was -13  way -9  web -51  webhook -10  went -4  were -3  whatsoever 156  when 5  where 18  whether 64  which -4
white 22  who -9  will 114  windows 27  with -5  within -44  without -15  wo 29  word 45  words -13  work -17
working -23  works -59  workspace 40  would 15  writable 47  write -7  wrong 18  xfail 80  year -27  yet 146
yields -16  your 13  yours 132  zero -11  。 -1  ， 2  ： 11  ？ -8
""",
}
