"""What each sign of a sentence speaks for: hundredths of log-odds that it leaves something open.

Written by ``python -m bench.closing.fit``; not edited by hand.
"""

DATA = "fc9ae5a2b9d826df"
"""The hash of the labelled sentences that these weights were fitted to."""

BIAS = {"changed": -131, "ran": -144, "looked": -231}
"""What a sentence has without any sign, after each kind of work."""

FAMILIES = {
    "asked-han": """
|为 -8  |为什 -7  |做 -37  |内 27  |内存 27  |和 -11  |和| -16  |小 101  |帮 17  |帮忙 14  |帮我 3  |我的 37  |手 -29
|是 -14  |看 4  |看看 3  |解 -39  |解释 -39  |讲 -52  |评估 -22  |试运 26  |读 -14  |读一 -14  下为 16  不上 16
不是 -15  不能 10  个授 -14  为| -25  为啥 -22  么处 -26  么翻 37  产 21  产程 26  位程 -16  值 -54  偶 37  偶尔 37
全吗 22  全吗| 22  删 -37  发的 -47  只 -27  号| -17  合唱 -16  哪 -10  哪里 -10  唱 -16  唱团 -16  啥 -32  团 -16
团的 -16  在哪 -18  处 -13  处理 -13  多少 -91  多少| -52  失 -30  失值 -19  安 13  完了 -22  审 11  室 -40  对 9
对| 17  对不 20  少| -16  尔 37  帮 16  帮忙 14  帮我 3  序为 51  度 -12  必 -22  必要 -22  忙 14  怎 -10  怎么 -7
慢 11  慢| 17  我 -10  我把 36  我的 47  我读 -14  手机 21  打 16  换 -7  授 -14  授权 -14  排产 26  改 -27  改成 -18
文 12  是 -16  是什 -47  是多 -22  是怎 -7  有 -2  权流 -14  模 16  模型 11  次 -5  次都 -20  次都| -20  正 -43
正则 -28  段正 -28  每次 -37  池 -51  没 -5  法 -20  法| -13  清 -27  清理 -32  温室 -21  物的 -16  理方 -30  理系 14
电池 -37  的记 24  看 8  看为 114  看看 24  看这 11  礼 -16  礼物 -16  种 -54  积 42  程序 12  算一 -12  算代 -16
算法 -11  管 14  管理 14  系 8  系统 14  约 -53  统为 21  缓 -19  缓存 -19  缺 -19  缺失 -19  翻 15  能不 13  行新 26
要 -7  解 -67  解释 -39  记账 24  讲 -19  讲讲 -16  译 19  试机 -23  试运 26  读 -16  读一 -41  账小 24  运 25
运行 17  返 -48  返回 -48  这么 19  这份 17  退 -13  都| -20  释 -18  释一 -24  里为 -29  里那 -32  销 -37  间礼 -16
队 -12  预 -23  预约 -45
""",
    "asked-stem": """
bee -28  clos -18  custom 38  customer -31  doe -22  event -21  librari -23  list 40  nam -27  number -19  postgr -12
redi 80  work -11
""",
    "asked-word": """
: -37  <q> -44  ? -2  accessibility 20  agency 14  are -9  at 14  bees -28  between -52  board -28  calculation 16
check 5  closing -18  compare -54  count -62  counted -18  curve -28  customers -31  customs 38  database 48  date 57
decide -6  delete -38  difference -84  different -26  directory 37  disable 37  does -22  drainage 25  drill 35
drone 25  dust -28  eats 65  edge -40  editor -33  elo -35  events -21  explain -90  feature -29  field -46  flag -38
flicker 43  for 5  from 7  ghost 22  git 19  happened 29  happens -66  here -16  honest 23  hook -22  how -19  if 18
import 12  in -9  it 7  jump -28  know 16  libraries -23  list -26  listing 37  lock -20  logger 22  look 53  lose 98
many -20  mb 57  mean -78  minute 18  my 37  need 35  next 17  numbers -11  office 27  or -36  order -31  panel 29
parcel 29  postgres -12  prices 43  quarry -28  query 44  quick 17  quiz 132  raise 43  rate 18  read 12  recipe -16
redis 80  register -22  reverse 35  review 26  room 31  rule 35  runner -16  script 22  sensor -28  server 14  shop 35
size -29  sqlite -50  state -12  student -22  studio 22  summarise -22  sunday 29  support -12  sync 29  system -17
than -32  to 3  town 38  travel -17  trust 25  try 11  two -26  visitor 30  webhook 18  weight -28  what -29  wifi 30
work -12  works -9  yoga 22  ？ -10
""",
    "gap": """
%_. -94  %_<n> -10  %_the -20  %_| 6  'd_to 24  's_: -16  's_<q> -18  's_are 19  's_i 69  's_is 25  )_an 53  )_the -37
)_| 19  ,_, 7  ,_- -21  ,_. 34  ,_<c> -9  ,_<n> -29  ,_a -10  ,_agre -21  ,_and -32  ,_are -10  ,_as -47  ,_before -32
,_both 13  ,_error -17  ,_for -47  ,_from -14  ,_full 24  ,_i 60  ,_if 15  ,_in -25  ,_is -26  ,_its 6  ,_never -26
,_somebody 31  ,_test -8  ,_than 31  ,_that 27  ,_their 32  ,_those -7  ,_to -27  ,_want 43  ,_who 20  ,_you -33
,_。 4  -_- -23  -_: -28  -_| -23  :_, 39  :_- -18  :_. -68  :_<n> 10  :_a -23  :_now 25  :_of -18  :_the -65
:_went 47  :_| -66  ;_'re 13  ;_. -40  ;_has 79  ;_is -1  ;_left 14  ;_should 25  ;_tak 39  ;_them 56  ;_was -26
<c>_, -56  <c>_<n> -11  <c>_are -50  <c>_have 42  <c>_so 18  <c>_to 36  <c>_。 -13  <n>_, -35  <n>_. -20  <n>_: 11
<n>_<c> -23  <n>_<n> 1  <n>_and 19  <n>_are -21  <n>_as -18  <n>_by -11  <n>_ca 52  <n>_case -22  <n>_done -10
<n>_duplicate 41  <n>_everyth 57  <n>_get 23  <n>_has 32  <n>_have 75  <n>_i -17  <n>_instead -49  <n>_is -14
<n>_it -15  <n>_its 48  <n>_leav 25  <n>_long 34  <n>_never 43  <n>_now -23  <n>_of 3  <n>_on -59  <n>_per -37
<n>_query 33  <n>_reject 26  <n>_smaller -19  <n>_test -29  <n>_their 15  <n>_there 41  <n>_timeout -42  <n>_too 145
<n>_two 15  <n>_uncommitt 43  <n>_was -33  <n>_| -7  <n>_。 -47  <n>_） -8  <n>_， 1  <n>_？ 42  <q>_. -24  <q>_: 26
<q>_<q> -3  <q>_await 22  <q>_has 36  <q>_i 50  <q>_in -8  <q>_left 42  <q>_where 23  <q>_with 9  <q>_| -38
<q>_。 -32  a_, -10  a_. 7  a_<c> -5  a_<q> -25  a_addres 31  a_and -10  a_button -25  a_check 36  a_has 26  a_i 25
a_live 31  a_message -13  a_now -19  a_of -3  a_reader 28  a_tak -31  a_without -26  a_you -35  a_| -41  about_in 104
about_same -20  above_<n> 30  account_the 26  addres_and 39  addres_in 68  after_hour -13  after_it -17
after_minut -42  after_second -31  afterward_| -12  again_| -7  agent_going 74  agre_the -44  agree_the -43
agree_| -8  all_are -49  all_would 26  already_. -18  an_box 68  an_id 89  an_key -16  an_to 25  and_'d 31  and_'ll 60
and_'s 42  and_( -17  and_, -41  and_. -67  and_about 19  and_alike 68  and_are 5  and_as -7  and_at -58  and_back -44
and_by -28  and_ca 29  and_do 67  and_fix -26  and_found 33  and_mark 23  and_of 12  and_one 23  and_part 32
and_second -17  and_shop 28  and_show 27  and_so -15  and_test -29  and_text -13  and_that 13  and_the -4  and_up -36
and_with -8  and_would -29  and_| -24  answer_the -28  any_, -27  anyone_the 43  anyth_. -24  anyth_| -35
anywhere_our 24  apache_<n> -31  apart_the -17  app_。 24  appear_the 25  are_, -7  are_. -25  are_; -10  are_<c> -7
are_<n> 52  are_<q> -45  are_and -51  are_by -15  are_for -22  are_now 19  are_the 8  are_to -11  are_with -43  as_, 7
as_. -1  as_ask -37  as_of 48  as_should -28  as_stand 29  ask_a 16  ask_the 15  at_<c> -10  at_<q> 27  at_c 27
at_end -27  at_mb -48  at_step 53  back_it -38  back_the -55  batch_<n> -59  be_before 83  be_by 38  be_on 87
be_the 32  been_. 48  before_<n> -18  before_after -18  before_have 33  before_| 8  begin_<q> 19  behind_. 75
behind_| -17  belong_a 35  belong_the 39  beyond_<n> 42  black_| 73  blank_the 42  block_the -29  board_| 61
both_. -61  both_are -17  both_in -15  both_the -34  branch_| -14  build_<n> -20  bundle_<n> -52  by_% -46  by_, -7
by_. -35  by_<c> 74  by_and -13  by_before 71  by_in 18  by_owner 44  by_until 72  ca_see 27  ca_tell 27  ca_walk 25
came_. -14  came_as 45  can_be 32  card_, 32  cause_. 35  cdn_。 60  ceil_| 32  chang_<n> -18  chang_the -13
check_the -16  ci_。 -56  claim_, 23  clean_| -27  clear_. -32  code_it 31  code_not 26  column_still 106
come_with 70  comment_<c> 30  commit_from 44  commit_| -16  committ_<c> -6  committ_| -126  compar_<n> -20
complaint_| -15  comput_a 29  contain_, 39  correct_| -30  could_find 31  could_get 30  count_show 43  count_the -108
count_| -55  course_with 22  customer_charg 47  customer_the -18  database_<n> 25  date_the 79  day_<n> -22
default_| -43  delet_| -65  did_get 37  differ_<n> 64  do_. 15  do_answer 62  do_forget -23  do_have 61  doe_, -17
doe_look 36  done_<n> -21  done_| -11  down_. 43  down_<n> -25  dropp_| -23  due_the 48  dur_time -19  dur_week 43
each_| -84  empty_. 20  empty_the 67  enough_| -25  error_the -15  error_| 13  ever_the 33  every_of -19  expect_| -21
explanation_the 35  f_g 65  fail_, 64  failure_| -15  fall_to -9  far_i 27  far_| 29  fil_<n> -31  fil_the 34
file_in 87  file_your 24  finance_| 30  fine_| -32  finish_<n> -16  first_, -64  first_is 17  first_so -31  fix_, -28
fix_the -55  fix_| 9  flash_<n> 34  follow_same 55  for_: 67  for_<n> 29  for_after -18  for_i 74  for_new 86
for_section 37  for_session 43  for_there 58  for_whole 34  forget_pull -23  form_to 175  forty_. 20  found_| 68
four_a 24  fr_es 25  french_the 52  from_old 82  from_to -63  gb_<n> -28  gb_| -23  get_i 21  get_more 57
gone_the -11  got_. 84  green_| -24  grey_. -17  gues_| 30  had_. -25  half_the 27  has_. -12  has_it 43  has_of 142
has_open 21  has_send 34  has_text 54  has_them 28  has_up 94  has_version 31  has_with 72  have_be -21  have_been 95
have_move 21  have_sent 28  have_than 75  have_write 55  here_| 62  hold_lock 42  hole_| 101  hook_it 67  i_get 51
i_go -27  i_got 51  i_have 100  i_no 94  i_none 85  i_not 197  i_only 41  i_out 56  i_report 27  i_that 43  i_there 32
i_to 120  id_。 29  if_server -21  image_<n> -19  in_. 11  in_<c> 15  in_before 34  in_for 23  in_git 47  in_live 32
in_log -87  in_manifest 24  in_minut -47  in_old 42  in_per 74  in_run 25  in_s -20  in_second -13  in_that 90
in_with -24  in_without 28  instead_| 22  is_% -70  is_'s 115  is_, -5  is_. 9  is_<c> -38  is_<q> -16  is_again -17
is_and 1  is_first -22  is_for 27  is_mount 30  is_ms -30  is_now -21  is_off 44  is_on 9  is_one 36  is_only 17
is_same -93  is_set 28  is_the -10  is_they 52  is_up -18  is_you 58  it_. 11  it_: -21  it_about 80  it_and -15
it_be -8  it_from -35  it_is 51  it_its -17  it_noth 103  it_of 28  it_the -4  it_with 47  it_your 34  its_and -20
its_is 3  itself_the -15  kb_| -107  keep_. -50  keep_last -32  key_in 18  key_ttl 30  key_| -45  last_. -5
last_day -10  last_of 86  left_. -36  left_of 256  level_| -37  lie_the 19  limit_<n> -14  line_| -59  list_<n> -17
list_| -10  load_<n> -17  lock_the -16  log_. -14  log_the -16  logo_| 22  longer_. 33  longer_the -16  look_the 42
loop_| 41  manifest_| 24  mark_. 51  mark_as 21  mb_| -16  me_| 21  memory_the 29  million_, -12  million_. 17
minut_| -10  miss_the 48  monday_| -18  month_, 30  month_as -17  month_the -35  morn_| -24  most_are 24  mov_| -16
move_<q> 24  ms_<n> -9  ms_| -13  my_, 74  native_should 23  need_same 97  never_the -28  new_<n> -15  new_| 42
next_the 28  next_| 30  nine_with 73  no_, -10  no_and 18  no_at 38  no_for 94  no_yet 28  nobody_, 53  nobody_| 53
none_. -31  not_. -9  not_: 284  not_; 30  not_anywhere 44  not_at 116  not_down 29  not_it 42  not_on 139
not_out -11  not_that 83  not_the 75  not_them -41  not_thi 65  not_under 34  not_what 40  not_which 30  not_who 23
not_yet 23  not_| 77  noth_. -31  noth_for -61  noth_it 42  noth_lost -21  noth_on -23  noth_so 83  noth_that 56
noth_the 12  now_. -19  now_<n> -13  now_and -53  now_in -14  now_so -29  now_the -10  now_| 20  nowhere_| 42
object_which 102  of_and -33  of_error 51  of_in -14  of_new 18  of_own -23  of_same 30  of_share 127  of_since 45
of_the 29  of_timer 44  of_| -32  old_in 21  old_only 32  old_until 47  on_. -45  on_and -65  on_at 82  on_for 23
on_host 44  on_inside 30  on_january 37  on_july 86  on_of 43  on_so 63  on_| 46  once_| -88  one_, -9  one_. -26
one_<q> -19  one_and 47  one_them 20  one_to -20  one_your 25  only_<n> 23  order_. -19  other_. -24  other_follow 55
our_. 27  out_one 66  out_the 15  over_<q> 73  over_in 37  over_| 17  own_. -17  owner_no 41  p_<n> -20  part_. 37
part_the 21  pas_| -62  path_exist 38  payment_in 24  people_there 29  per_. -2  per_and -12  pick_up -22  pictur_| 59
pin_<n> 81  pod_the 45  point_the 29  policy_so 32  present_| 51  print_the -26  printer_the 26  production_. 55
production_| 63  pull_the 64  purpose_| -27  push_<c> -14  push_| -23  put_there 26  real_. 11  receiver_verify 26
refer_a 52  release_| 44  remain_. 31  remain_is -23  remov_| -15  render_pric 43  request_| -16  return_the -46
right_| -23  rollout_start 34  row_. -12  row_the -22  row_| -22  run_a -56  run_are -22  s_<n> -27  s_the -34
s_| -15  safari_， 24  same_, 12  same_<n> -25  same_before -38  sample_. -15  say_% 113  say_day 58  say_since 41
screen_| -21  script_not 37  script_| 33  second_. -43  second_| -3  send_to 52  sensor_unplugg 53  server_it 101
session_. -37  session_ui 44  set_in 24  seven_the 103  sha_will 26  should_. -33  show_as 86  show_difference 33
show_empty 47  show_for 37  show_old 47  show_| -29  side_| -15  sit_the 87  six_, -14  six_. -36  skipp_| 22
smaller_| -19  so_. 97  so_<n> 63  so_break -26  so_ca -27  so_is -8  so_its 31  so_left 48  so_not 50  so_one 52
so_people 40  so_restart 37  so_should 12  so_the -10  so_was -17  sold_| 35  some_, 42  somebody_the 70
somebody_to 75  someone_it 56  someone_them 29  stag_still 30  stand_the 29  stay_, -46  stay_. 31  stay_| -23
still_, -22  still_<n> 74  still_a 18  still_for 32  still_the 42  still_to 36  stripe_key 31  tak_forty 40
take_second -48  task_not 86  tell_. 55  tell_to 26  ten_. -17  ten_and 33  terminal_the 38  test_, 15  test_. -107
test_a -24  test_in -20  test_on -22  test_skipp 39  test_| -65  text_<n> 31  text_the 52  th_| 114  that_about -20
that_and 14  that_from 40  that_must 60  that_not -9  that_on 43  that_sha 26  that_still -31  that_the -8
that_use 28  that_| -20  the_( -42  the_. -4  the_<q> -23  the_? 136  the_about 49  the_above 141  the_add -15
the_after 47  the_agency 63  the_app 59  the_as 6  the_between 50  the_big 50  the_box 21  the_bucket 16
the_chang -33  the_cluster -39  the_column 82  the_deck 58  the_differ 26  the_do -15  the_doc 39  the_entry -15
the_file 8  the_five -16  the_fix 19  the_flag 27  the_frame 65  the_gave 65  the_half 48  the_has -7  the_is -13
the_it 20  the_item 26  the_itself -18  the_job -11  the_key 23  the_know 39  the_layer 33  the_macro 46  the_mov -19
the_network 44  the_now -72  the_number -22  the_offer 33  the_on 14  the_pag 29  the_page 15  the_pattern 28
the_profile 29  the_rate 24  the_report -15  the_screen -53  the_see -14  the_server 125  the_service 18  the_seven 55
the_should 27  the_skipp -15  the_st 22  the_stack 45  the_statement 28  the_step -14  the_system 57  the_tab -19
the_tak 43  the_task 21  the_team 47  the_terminal 38  the_text 29  the_th 17  the_they -33  the_type -13  the_url 30
the_use -32  the_version 32  the_warning -20  the_was -25  the_when 20  the_where 68  the_wiki 21  the_without -24
the_would 79  the_zone 44  their_has 73  their_is 68  them_<q> 22  them_and 103  them_were 34  them_| 39
there_mark 21  there_no 17  there_| 12  they_go 42  they_the -15  thi_deploy 26  thi_| 43  those_% 46  those_answer 33
those_the 24  three_: -15  three_are -17  three_have 27  through_, -10  through_<n> -29  tim_. 59  time_up 83
time_| 12  to_% 14  to_; 16  to_<c> -29  to_<n> -32  to_anyth -31  to_are -23  to_cent -35  to_chang 22  to_hour -19
to_mb -28  to_point 60  to_s -20  to_second -17  to_so 19  to_that 39  to_the 51  to_there 15  to_to 33  to_up 31
to_valu 28  to_were 112  token_| 39  told_| 33  too_. 54  too_in 31  too_to 48  total_on 32  trickier_of 44  two_. -44
two_: -36  two_run 45  two_stay 79  two_that 48  two_who 23  ui_trickier 44  under_second -21  unknown_| 39
unles_is -18  untouch_| -34  up_<n> -13  up_you 44  use_object 25  use_the 30  use_| -57  user_, 25  user_<n> -13
user_| -16  utc_| -22  utf_<n> -31  variable_not 24  vat_of 33  verify_<n> 26  version_is -13  voucher_are 63
wait_your 121  walk_| 25  was_. -46  was_from -22  was_last -19  was_sure 17  we_. -21  week_| -13  went_<n> -12
were_. -25  were_by -23  what_can 61  when_first 33  where_old -18  where_paper 38  which_'s 34  which_do 25
which_is 15  which_its 52  which_script 25  which_what -40  who_not -30  whoever_the 61  why_| 42  wide_. 25
will_everyth 26  with_. -5  with_for -24  with_former 26  with_key -15  with_message -19  with_new 57  with_reason -12
with_right 42  with_same -15  with_test -13  with_| 61  within_minut -11  within_second -53  without_. 11  word_| 72
work_| -14  worth_. 77  would_it 26  would_on 99  would_the 57  yet_so 45  yet_| 60  you_, -29  you_. -9  you_a -27
you_for 43  you_see -50  you_the 32  you_| 70  |_'ll 32  |_'s -10  |_, 10  |_. 40  |_: 26  |_; -43  |_<c> -5  |_<n> 8
|_<q> -18  |_add -44  |_after -26  |_alert -26  |_all 24  |_already -24  |_also 48  |_and -11  |_api 41  |_are -20
|_arm 79  |_as -33  |_becom 43  |_build -31  |_button -32  |_by -13  |_c 39  |_ca 77  |_cache -15  |_client -16
|_com 113  |_come -71  |_compar -48  |_count -68  |_course 29  |_csv 95  |_dashboard 41  |_deposit 52  |_disk 39
|_door 58  |_dry -18  |_else -40  |_end 39  |_excel 50  |_exit -15  |_export -13  |_figur -25  |_fil -13  |_file -11
|_flag -21  |_follow -30  |_found -21  |_four 20  |_free 57  |_function -19  |_github -23  |_go 19  |_handler 27
|_has 23  |_have 9  |_hour -16  |_i 16  |_ids -20  |_inside 34  |_ip 27  |_is 7  |_item -17  |_leav 36  |_licence 39
|_lint 24  |_list -10  |_log -33  |_login -12  |_map 14  |_match -12  |_md 38  |_million -22  |_mobile 16  |_mode -39
|_must -16  |_native 22  |_need 57  |_new -19  |_night -32  |_no -24  |_now -21  |_other 30  |_pas -30  |_path 24
|_per -17  |_pin 21  |_plan -17  |_point 41  |_public -28  |_python -24  |_rate -39  |_read -70  |_remain -9
|_render -28  |_request -62  |_rest -60  |_rollout 34  |_run 11  |_sensor -26  |_service -10  |_session -23
|_stopp 101  |_such 47  |_swis 38  |_test 8  |_those 47  |_three -11  |_time -23  |_two 127  |_wait -53  |_was -13
|_went -73  |_were -18  |_will 26  |_window 47  |_without -68  |_work -13  |_| -49  |_。 12  |_， 3  |_： -3
（_<n> -31  ，_<n> -7  ，_<q> -5  ，_cdn 26  ，_， 6  ，_； 25  ，_？ -12  ：_。 20  ：_， 6
""",
    "han": """
|一共 10  |七月 37  |万 -9  |上周 59  |上限 -12  |不 -22  |不会 -45  |不影 -15  |不需 -14  |个 -5  |个| -8  |个全 -10
|个失 23  |个客 27  |个文 -19  |个测 -26  |个都 -15  |主要 -43  |九 -30  |也 -8  |了 -6  |了| -12  |产 -34  |产品 -23
|从 2  |以前 -17  |任务 15  |低 -10  |低于 -22  |你 -21  |你来 35  |依 -28  |依赖 -21  |保 -57  |保留 -29  |倍 -28
|倍| -28  |做 -29  |停在 24  |像是 39  |入 -35  |入口 -19  |全 -43  |全绿 -13  |全部 -48  |共| -25  |关 -16
|其他 -114  |内 -68  |再大 103  |写成 31  |写的 20  |准 -21  |准确 -21  |分 -6  |分| -12  |分钟 -11  |列 -10
|删了 -30  |别 61  |前 88  |前后 -21  |前端 -72  |剩余 -15  |加了 -30  |十 -8  |升 -19  |却 26  |压 23  |原来 -18
|去年 16  |参 -15  |参数 -11  |发布 19  |另 33  |另外 27  |可以 -48  |可能 26  |号 49  |名 26  |后 52  |后台 44
|后端 -30  |后面 78  |命 -9  |命中 -20  |命名 -14  |和 -5  |和| 3  |四个 -16  |图片 -9  |在 -9  |填 30  |处 -48
|处| -12  |处理 -24  |多 8  |多个 65  |够用 -12  |天 -5  |天| -36  |失 -8  |失败 -6  |如 -21  |字段 -16  |字节 38
|安全 62  |完成 -27  |小 -17  |小时 -24  |就是 -19  |属 -10  |属于 -19  |左 -38  |左右 -27  |差的 35  |已 -154
|已写 -12  |已提 -60  |已改 -22  |已经 10  |带| -21  |平 -5  |平均 -28  |年| -24  |并 3  |并发 -16  |应用 -29
|应该 190  |张表 -15  |强推 33  |当 12  |得 160  |得问 25  |恢 11  |恢复 11  |我 -5  |我不 17  |我先 26  |我原 33
|我只 54  |我没 -67  |我这 30  |所有 -12  |手 13  |手册 54  |找回 44  |折 106  |抽 -15  |抽查 -14  |拦 -39  |挂 -14
|按 -56  |按| -17  |按规 -21  |挡 71  |换成 8  |接口 -22  |提 -53  |提示 -19  |插 -50  |支持 -30  |改 -21  |改好 12
|改成 -34  |改用 -11  |放在 -12  |文 -4  |文档 -13  |断 -47  |断电 -11  |断网 -28  |新增 -14  |日| -21  |日语 52
|旧 -17  |旧机 47  |旧的 -54  |昨晚 -44  |是同 24  |最 -32  |最多 -6  |有 15  |有| 24  |服 -8  |服务 -8  |期 -13
|未 -124  |本 -87  |本地 -27  |条| 12  |查 -81  |查询 -10  |校 -23  |校验 -36  |次 -22  |正式 31  |正文 30  |每 -2
|每一 -26  |每分 -12  |每天 -39  |比如 41  |毫 -5  |毫秒 -33  |没做 94  |没处 38  |没有 -4  |没法 32  |测试 -4
|温 -41  |温度 -41  |演 -49  |演练 -25  |热 -15  |物 25  |环 -23  |现在 7  |生 12  |生产 45  |用 -32  |用| -49
|用时 -24  |由 -17  |由| -18  |盘 15  |目前 5  |真 16  |离职 26  |秒 -36  |秒| -10  |程 23  |程序 23  |空 -7
|空行 -16  |窗 -15  |笔| -17  |符 -17  |符合 -17  |第 55  |第| 42  |第三 40  |第四 32  |等 32  |等你 34  |等您 32
|约 -29  |约| -14  |线上 20  |结 -11  |结果 -30  |统 -38  |编译 -9  |翻 -24  |耗 -22  |耗时 -22  |能不 44  |自 -67
|自动 -11  |草 -38  |草稿 -26  |行 -5  |行| -17  |要 143  |要不 -60  |要人 35  |订单 17  |记 -21  |译 27  |语句 58
|请求 -38  |读 -140  |账号 64  |起不 23  |超 -1  |超出 -16  |超时 -22  |跑到 37  |跟 -15  |转成 29  |输 -89  |输入 -45
|运 23  |返 -16  |返回 -16  |还 -29  |还在 95  |还是 84  |还没 -24  |这 6  |这| 60  |这个 15  |这几 31  |这块 35
|这是 -119  |这次 28  |进程 -29  |连 20  |连续 -35  |逐 -35  |通 -36  |通过 -9  |速 -21  |速度 -21  |避 -12  |那 -29
|那一 -35  |那个 -15  |那边 25  |都 -20  |都在 -27  |都能 -40  |配对 32  |里 27  |里没 43  |里面 38  |重 -37
|重复 -61  |钩 41  |钩子 41  |银 22  |锁 -29  |错 7  |闰 45  |闰年 45  |附 44  |附录 65  |降 -10  |降到 -7  |除 57
|除了 100  |集 -25  |零 -23  |面 -20  |页| -41  |顺带 46  |预 12  |预计 32  |首 -47  |首屏 -22  |默 -14  |默认 -14
一| -21  一下 11  一下| 73  一共 9  一分 -10  一声 26  一声| 47  一处| -24  一层 26  一层| 26  一帧 115  一帧| 62
一栏 30  一步 77  一段 15  一段| -16  一点| 22  一类 26  一致 39  一致| -157  一路 24  一路| 21  一轮 -15  七 23
七位 30  七月 97  万条 -20  万次 -15  三个 -24  三处 -12  三方 -47  三种 -16  三笔 19  上 12  上| 15  上一 -14
上个 -24  上传 8  上传| -12  上加 68  上得 156  上没 131  上用 -26  上真 55  上线 6  上限| -39  下 3  下| 27  下去 22
下去| 18  下来| 24  不一 32  不上 28  不上| 46  不了 12  不了| 142  不会 -59  不再 -20  不出 108  不去 21  不去| 21
不受 -92  不变 -48  不变| -21  不影 -42  不来 17  不来| 17  不清 20  不用 -138  不着 29  不知 95  不计 -32  不起 21
不过 20  不过| 20  不重 -12  不需 -19  与 -56  专 -32  业 10  业主 31  丢 -42  丢| -50  两 5  两个 23  两小 -16
两次| -15  个会 -31  个全 -10  个只 23  个失 23  个小 27  个我 31  个提 -21  个文 -15  个服 -9  个用 -8  个词 13
个请 -14  为上 -18  为此 34  主库 20  主要 -9  么 40  么时 75  么来 26  乎 21  也 -2  也不 -53  也是| -39  也没 10
也照 24  也能 -22  乱 32  了| 2  了一 -6  了个 54  了就 39  了打 31  了新 -15  了最 -20  了没 30  了空 104  了算 28
了算| 28  了自 41  事 19  于| -9  五分 -7  五次 -24  五步 78  交 -24  交| 36  交了 -52  交了| -48  人 16  人去 65
人定 59  人工 -27  人工| -38  人数 -23  人测 100  人都 26  人重 80  什 6  什么 6  今 17  今天 33  仍然 -49  从 4
从| -18  从来 75  令 -6  令牌 -11  以 -4  以内 -55  以内| -23  以接 -31  以无 37  以没 -16  以直 -26  们 30  们定 30
们定| 30  件 -4  件不 -30  件都 -49  价是 -19  任务 -9  任务| -51  份是 31  企 67  企业 67  会一 25  会互 52  会出 18
会差 30  会提 -51  会盖 112  会等 -31  会自 -27  会重 -41  伪造| 50  位图 28  位图| 28  位数 -12  住 16  住| -12
余六 78  余的 -25  作 -12  你 22  你们 62  你来 50  你说 -24  例 -15  依 -14  侧 -16  便 -11  保 -51  保持 -16
保留 -27  保留| -42  信提 45  信那 18  修 6  修好 -9  修改 -13  候 12  值 -11  偏 19  偏高 77  偏高| 40  做好 -20
停在 43  停在| 42  偶 23  偶尔 23  储里 45  像| -20  像是 39  儿 30  允 -33  允许 -33  先 7  免 -29  入 8  入| 12
入账 -17  全 7  全对 23  全是 73  全绿 -22  全绿| -22  全过 -51  全过| -51  全部 -40  公司 31  共 10  共| -17  关了 43
关了| 43  关掉 18  其他 -22  其他| -13  兼 -29  兼容 -29  内 -22  内| -18  再 -10  再出 -85  再大 103  再看 -16
写| 49  写入 -25  写得 -42  写成 12  写成| 21  写死 66  写进 -58  写进| -41  冲 -21  冲| -27  况| -16  净 -63  净| -23
净的 -11  凌 23  凌晨 23  减| -20  几 60  几个 47  几乎 21  几分 28  出了| 43  出人 24  出单 -27  出来 45  出来| 26
函数| 29  分 -1  分| 14  分钟 -15  分钟| -14  列表 -33  则 -20  删了 -9  删了| -9  删掉| -15  删除| -10  判断 -14
利 -91  利用 -20  到| -16  到了| -11  到今 21  到分 25  到月 66  到期 19  到期| 93  制器 23  刷| 20  刷新 -52  前 6
前| -57  前就 -17  前得 44  前没 134  前要 24  前面 -22  剩下 -12  力 -25  办 54  办法 90  办法| 34  功 -15  功| -20
加 -4  加一 -35  加了 -90  加了| -18  加到 17  加好 -11  加盐 22  务已 42  务端 -20  务都 -41  务重 -25  动 7  动重 10
化 -54  化| -63  匹配| -34  区分| 23  十来 49  十次 -20  千多 61  半 11  半天 27  半年 36  华为 20  单| -10  单位 59
单号 -12  单子 20  单就 57  单服 129  占位 27  卡| -13  卡在 45  卡在| 30  即 -124  即可 -21  即可| -18  却 32  厂 39
压测 20  压测| -16  原| -15  原始 83  原来 -136  去 48  去| 44  去年 13  去掉 -31  去改 42  去改| 42  又 12  又发 21
反 19  反| 60  反应 55  反应| 55  发了 -20  发布 46  发现 27  发送 -17  取消 -12  取的 23  受 -13  受影 -23  变 -22
变| -68  变化 -80  变化| -34  变成 10  口 11  口| 46  口我 26  句| -51  另 24  另一 33  另外 8  只 17  只写 50
只剩 46  只加 29  只在| -24  只有 15  只读| -28  可| -34  可以 -20  可能 14  台 41  台上 45  台没 64  台点 85  台组 18
台那 28  右 -22  右| -34  号 10  号不 -72  号在 25  号没 46  号的 18  号还 35  司 7  司的 56  吃 37  合理 -30
合理| -30  同事 31  名 11  名下 34  名的 53  名里 46  后| -17  后再 -15  后单 30  后又 22  后台 32  后按 19  后的 -16
后端 -23  后自 -22  后要 51  后都 -19  后面 55  吞掉 49  启 4  启动 16  启后 -22  告| -18  告警| -26  告诉 45  员 6
周四 117  周末 23  周都 21  命 -13  命中 -8  命名 -14  和 -36  和| 5  和原 -26  和第 35  哈 -14  哈希 -14  响 -33
响| -9  响应 -22  哪 48  哪份 19  商 11  商的 30  器已 37  器自 -11  四 24  四到 49  四百 30  回| 7  回密 31  回放 -13
围| -23  固 -13  固件 -61  国 17  图是 66  在| -1  在两 47  在你 -15  在内 -16  在分 30  在只 97  在旧 28  在用 23
在运 -23  在进 25  地方 -24  均 -58  均| -35  块 29  域 27  域名 19  基 -7  填 15  填进 37  增 -18  声| 47  处 -5
处| -13  备份 -14  复 -26  复制 -40  复的 -33  外币 58  多个 18  多收 36  多数 -49  够| -13  够不 55  够用 -36
够用| -36  大 17  大小 -19  大约 35  天| -2  天内 -25  太 22  太老 49  太老| 49  失 -40  失败 -11  套 14  好| -27
好了 13  好了| 18  好并 -63  如 17  子 54  子上 49  子会 37  子卡 35  子拒 41  字和 61  字是 67  字节| 35  存 -10
存| -12  学生 49  它就 65  安全 15  完 33  完| 11  完了 57  完了| 53  完成 -74  完整 -28  完的 -45  定| 10  定一 34
定在 -17  实只 57  实时 -35  实际 20  实验 37  审 21  审核 20  客服 -22  家 26  密 15  密码| -16  密钥 26  对 -3
对| -7  对不 55  对应| -14  对比 -56  对照 -15  对的 -32  对过 -74  对过| -64  封顶 34  射扇 59  小 7  小时 10
小时| 6  少带 46  少有 34  尔 23  就 7  就不 -15  就会 24  就是 -25  就读 43  层| 16  屏 -12  展 -27  属 -6  峰值 -27
峰值| -13  嵌 12  嵌套 29  工单 -27  工单| -22  工号 32  工程 26  左 -12  左右| -34  己| 54  己的| 50  已 5  已修 17
已写 -18  已推 -6  已提 -41  已改 -48  已更 -22  已重 22  币 61  布 8  布的 37  师 80  希 -14  带| -14  常 -62
常| -28  幂 -15  幂等 -15  干 -13  干净 -63  干净| -23  平台 82  平均 -16  平均| -32  平时 -21  年 8  年| -22  年就 60
并 -20  并发 -24  并推 -22  并提 58  序列 -23  序号 -23  库 6  库的 55  库里 28  应有 35  应该 113  店 20  度要 29
延 -70  建| 42  建议 11  开 6  开| 7  开了 -42  弃 -18  引用 -56  引用| -67  张 26  强推 33  当 9  当成 34  录入| 43
录的| 36  影 -55  影响 -53  影响| -9  律按 31  得 109  得有 82  得问 31  必 -38  必要 -15  必须 -28  志 -33  忘 16
忙的 -30  快 -22  快| -17  忽 -33  忽略 -33  忽略| -21  态 -29  态| -21  怎 95  怎么 70  性| -15  性的 35  总 4
总监 35  恢 26  恢复 26  您 -23  您确 31  情况| -12  成| -28  成两 24  成功 -24  成功| -20  成本 -30  我 92  我| -14
我不 33  我们 -14  我先 104  我列 27  我原 33  我只 109  我没 193  我的 20  我看 53  我这 106  我逐 -17  或 -41
户还 27  房 27  房| 72  房的 53  所有 -8  所有| -22  扇 59  扇区 59  手 30  手机 26  才能 119  打不 47  打包 -24
打卡 -19  批 4  找 50  找回 44  承 26  把 -7  把| 26  折 12  折算 19  折算| 20  报错| -13  抽 -42  抽查 -53  抽查| -10
拍 16  拍板 79  拍板| 25  拒绝| -12  拟 -20  拦截 -24  拨 40  拿 17  持| 6  持平 -19  持平| -19  挂在 55  挂着 32
按 -30  按你 -104  按规 -45  按钮 10  挑 34  挡 53  挡住 105  挪 -49  挪到 -20  换了| -12  换好 -25  换成| -62
换的 -19  据| 9  授 28  授权 24  掉了 11  掉了| 9  排| 15  排期 26  接收 -30  控面 30  推 -9  推送 -32  推送| -35
描件 42  提 15  提交 24  提交| 37  提醒| -24  插入 -16  搬| 63  搭 33  支 -2  收到 -6  改 -5  改为 30  改了 -7
改了| -35  改动| -30  改好 -23  改成 -65  改成| -18  改用 -14  放 -4  放| -34  放宽 34  故意 -30  敢 31  数据| 9
文件 -13  文写 114  文案| 53  文档 -11  文章 27  料 50  断 4  断点 -16  断线 11  新增 -19  新模 21  新的 -10  方 -3
日 -9  日志 -60  日语 52  旧机 47  时 -4  时| 14  时也 -22  时候 11  时先 -25  时有 -16  时自 -31  时要 72  时间 -15
明| -20  明文 32  明文| 37  映 18  是 17  是乱 128  是全 33  是反 52  是只 -25  是哪 66  是完 -22  是平 21  是旧 84
是明 37  是灰 43  是空 74  是网 -16  显 -5  显示 -7  显示| -24  晨 23  暂 33  暂时 75  曲 -18  更 -8  更新 -8  替 -8
替换 -39  最 -23  最多 -162  最新 -15  月底 63  月底| 41  月的| -15  月起 99  有 7  有| 6  有丢 -27  有两 33  有人 74
有什 -23  有任 23  有做 18  有写 17  有冲 -43  有原 35  有发 20  有变 -33  有同 47  有对 46  有导 75  有必 -22
有提 24  有改 -11  有权 51  有订 25  有账 35  有问 -22  有限 41  期了 23  期了| 23  期有 34  期间 -23  未 -10
本机 -17  本来 -112  本身 -14  机 7  机上 4  机不 34  机房 60  机没 33  权 7  权| 41  权限 7  权限| 21  材料 35  来 10
来定 36  来定| 36  来是| 56  来自| -28  板 8  板子 31  果 -17  查 -35  查| -35  查询 -21  标 -7  标| -12  标是| 31
标题 -21  样 38  样率 -18  样留 48  样的 72  核 -10  核对 -22  根 18  根目 25  格式 -26  框 -6  档 -16  检 -31
检查 -34  检查| -20  楼 57  模拟 -67  次 -10  次提 -20  次日 -19  次没 44  款 14  止 -36  正 12  正常 -73  正常| -70
正式 97  正确 -13  此 35  步 5  步都 -19  步骤 -41  段和 41  段文 53  每| -18  每分 -17  每天| -13  每月 -73  每次 9
比 -3  比如 41  比如| 19  毫 -8  毫秒 -21  毫秒| -11  求 -14  求| -15  求体 22  求和 36  求和| 36  求的 -47  求的| -36
汇率 37  没 73  没了 40  没了| 40  没人 57  没做 67  没做| 43  没写 29  没写| 184  没动 33  没动| 33  没反 38
没变 -58  没变| -33  没处 38  没打 53  没批 60  没排 143  没排| 143  没提 49  没敢 21  没有 -17  没有| -10  没查 22
没查| 28  没法 76  没给 16  没试 46  没迁 30  没过 51  没过| 31  没问 -28  法 6  注 -10  洞 41  测 -7  测| -20
测了 -27  测了| -17  测试 -10  测试| 7  消 -3  清 -18  清掉 -34  清理 -39  溢 41  溢出 41  溢出| 50  满了 61  漏 14
漏| -24  漏了| 22  演 12  演练 24  点| 12  点了 58  点头 26  点头| 65  然 -15  照 27  照样 64  版 7  版| 28  版之 35
版各 27  状 -27  状态 -16  状态| -11  率 -5  率| -25  现 11  现在 32  现已 59  班| -25  理完 -23  瓶 -21  瓶颈 -21
生| 48  生产 31  生成 -13  生成| -8  生日 16  用 -31  用| -34  用例 -10  用到 -15  用户 -5  用户| -9  用改 -14
用改| -14  用时 -47  用时| -30  用的 15  用要 87  由| -98  电阻 27  留 -5  留| -52  留一 -12  留着 7  略 -68  略| -21
疑 42  白| 45  的 -4  的个 58  的也 -26  的人 13  的仍 17  的任 -27  的几 33  的办 94  的占 52  的四 15  的库 39
的库| 39  的开 69  的新 -27  的旧 32  的是 67  的是| 15  的显 -27  的正 28  的流 34  的测 34  的直 -20  的码| 30
的脚 26  的行 -16  的规 -13  的还 -45  的那 -25  盐 34  盐| 38  盖掉 40  盘 55  目 31  目前 165  目标 -14  直 5
直接 10  直连 33  相反 43  相反| 60  相同| -14  看 -4  看不 37  看到| -22  看过 -47  看过| -40  真 32  真机 24
真机| 34  真的 71  眼 18  眼下 39  着 52  着| 47  着往 31  知道 63  短信 9  确到 34  确率| -16  确认 12  确认| 113
磁 21  磁盘 21  示 -17  秒 -45  秒| -25  秒内 -29  秒里 33  积压 -39  程| -18  程师 69  程序 40  程没 32  稳 -14
稳定 -16  空 13  空格 19  空的 26  空的| 23  空着 70  空着| 70  立即 -40  章 36  端会 -21  端口| 92  端还 41  笔| -28
符合 -36  第 39  第| 39  第七 24  等了 36  等于 113  等你 93  等待 -3  等您 32  算法 23  管| -51  类似 -30  类目 26
精 29  精确 34  紧 -24  紧| -20  约三 71  约两 55  约定 -35  级的 -29  线上 27  线是 46  线程 -61  组| -55  终端 30
经不 86  经开 144  结 5  结束 -16  结构| 28  结果 -18  结论 -27  给 14  给我 84  绝| -12  绝了 41  统 -4  统一 -14
统一| -18  统计 -19  继 -15  继续 -66  续 -35  维 30  绿 -27  缓存 -4  缓存| -23  编译 -17  缺失 -40  缺少 71  网 -4
网关 -6  美 -30  群的 35  老 21  老| 68  老师 11  老平 25  老机 128  考 -30  者的 17  耗 18  耗时 -45  耗时| -28
职员 57  能不 79  能合 20  能合| 20  能打 -53  能提 -35  能认 24  能跑 -28  自 -22  自| -28  自动 -124  自己| 54
致 20  致| -162  范围| -23  营 28  营定 42  营定| 42  行 -7  行不 -32  行为 -26  行数 -10  行的 155  补| 33  表没 17
被 15  被吞 24  被当 87  被拒 -17  被记 66  被识 37  装好 -31  西 104  西藏 25  西藏| 25  要 40  要一 31  要不 73
要两 92  要你 34  要换 55  要是 -93  要有 131  要求 -13  要用 -22  要用| -22  要财 60  要走 36  要跑 31  要问 36
观 -20  规 -8  规则 -12  警 -52  警| -38  警告 -39  计 -14  计算 -18  认| 8  认出 24  认过 -35  让 16  让人 43
议| -13  记得 -34  论文 -16  设的| 28  访 -9  访问 -87  译 -10  译| -21  试 -26  试| 8  试跑 -21  试通 -22  试集 28
询 -18  询| -17  该 33  语句 41  说一 16  说明 -14  说明| -9  请求 -27  请求| -61  读库 31  谁 57  谁都 12  调地 51
象存 45  败 -11  败会 -22  败的 -24  账 9  账号| 15  走 -5  走完 -18  走的 -12  起不 13  起算 28  起算| 28  超 -9
超出 -32  超时 -27  超时| -21  跑了 11  跑到 160  跑过| 28  跳 -2  跳过 -4  跳过| -40  车上 64  车间 58  转 -3
转人 -38  软 -81  载| -17  载没 37  输 26  输入 32  输出 -60  输出| -36  边 39  边只 23  边没 45  达 -19  迁完 -25
迁移| 22  过 -4  过| 8  过期 -11  运 54  运维 164  运营 12  运费 100  近 -13  近一 -43  返 6  返回 6  返回| -11
还 138  还原| -15  还在 35  还在| -14  还挂 39  还是 61  还是| 64  还有 -40  还没 80  还留 87  还缺 43  这 31  这| 29
这一 19  这个 -6  这个| 47  这么 -17  这几 61  这是 -119  这次 18  这里 -27  进| -23  进去 19  进度 -11  进来 23
违约 30  连的 25  连续 -36  迟 -12  追 -50  送 -32  送| -43  适用 23  选| -47  逐 -19  逐条 -63  逐行 -16  通 -4
通过 -31  造| 50  避 -24  避免 -16  那 200  那| -29  那一 110  那三 63  那两 35  那个 -27  那份 44  那儿 61  那台 118
那块 34  那层 30  那张 56  那边 78  部 6  部通 -11  部门| 46  都 -21  都在 -9  都在| -48  都完 -10  都对 -38
都对| -18  都已 -84  都把 26  都换 -30  都收 -11  都改 -16  都是| -10  都有 -5  都没 60  都试 -21  都重 26  配对 32
醒| -24  醒只 45  采 -17  采样 -32  里 6  里会 18  里只 69  里找 40  里有 8  里没 19  里那 24  重 -3  重复 -23
重放 -14  重映 59  重试 -67  重试| -12  重连 -21  量就 79  量没 -26  钟 -7  钩 43  钩子 43  钮 10  钱 83  销| -13
锁 -13  锁| -11  键| -14  键名 30  键名| 49  门| 106  闭 -10  问 5  问题 26  问题| -113  间 -4  队 -12  阻 27  附 15
附录 51  附录| 65  际 29  降 -103  降| -21  降到 -60  降到| -43  限是 66  限是| 66  除 6  除| -36  除了 114  除的 44
随 -25  零 -18  零| -26  静态 -16  靠| -16  面 12  面的 21  页面| 14  顶 18  顺带 68  顺延 -22  须 -6  预期 -34
颈 -21  频 -21  题 13  题| -115  首 -6  首屏 -33  首次 -17  骤 -41  高只 53  默 -13  默认 -5  齐 -52
""",
    "pair": """
!_| -34  %_) -12  %_. 4  %_of -10  %_the 41  'd_want 24  'll_report 27  'm_not -25  's_, 29  's_a 20  's_addres 39
's_as 57  's_at 147  's_list -30  's_no 36  've_left 65  (_<n> -32  )_. 19  ,_<c> -4  ,_<n> 9  ,_against -19
,_also -26  ,_and 10  ,_apart -24  ,_as -18  ,_both -20  ,_but 11  ,_committ -9  ,_each -35  ,_even 32  ,_except -19
,_i 31  ,_in -61  ,_includ -47  ,_it -7  ,_near 58  ,_never -43  ,_none -51  ,_noth -37  ,_of -47  ,_push -9
,_rough 25  ,_same -26  ,_since 4  ,_sit 27  ,_slower 119  ,_so 27  ,_the -37  ,_then -23  ,_though -19  ,_too 29
,_where 25  ,_while 36  ,_with -104  ,_yet 19  -_- -12  -_: -22  ._the -17  ._| -6  :_- -12  :_<n> -41  :_all -36
:_one -26  :_position 51  :_right 42  :_script 27  :_tab 42  :_the 21  :_two 35  ;_both -12  ;_i -22  ;_the -15
;_there 21  ;_two 43  ;_your 29  <c>_, 5  <c>_. -60  <c>_as 75  <c>_at -26  <c>_change 55  <c>_is -35  <c>_it 21
<c>_of -29  <c>_rule 37  <c>_while 33  <c>_） -18  <n>_% -24  <n>_'s 50  <n>_) -36  <n>_<c> 7  <n>_<n> -99  <n>_c 15
<n>_cas 22  <n>_day 2  <n>_december 36  <n>_fil -63  <n>_gb -10  <n>_h -16  <n>_has 7  <n>_have 16  <n>_hour -12
<n>_in -6  <n>_january 37  <n>_july 42  <n>_kb -16  <n>_kg -18  <n>_lose 96  <n>_may 79  <n>_mi 27  <n>_min -21
<n>_minut -28  <n>_ms -26  <n>_not 67  <n>_of 15  <n>_p -26  <n>_pas -21  <n>_pass -53  <n>_row 9  <n>_s -108
<n>_say 40  <n>_st 22  <n>_step -11  <n>_test -5  <n>_th 13  <n>_the 44  <n>_tim -34  <n>_when -20  <n>_where 67
<n>_will 76  <n>_xx -26  <n>_| 5  <n>_。 -12  <q>_, 8  <q>_. -11  <q>_and 4  <q>_contain 97  <q>_from -18  <q>_giv -21
<q>_leav 24  <q>_line 47  <q>_now -42  <q>_since 57  <q>_tak 22  <q>_| -30  <q>_。 -13  <q>_， -9  ?_| -6  a_<n> -5
a_<q> -57  a_blank 28  a_course 47  a_dummy 19  a_licence 30  a_mail -22  a_message -35  a_minute 7  a_neighbour 63
a_path 38  a_reason -20  a_request -13  a_row -34  a_screen 43  a_second -8  a_shar 41  a_shift 48  a_stripe 31
a_table -13  a_time -11  a_value 36  a_week -18  a_year -35  about_<n> 12  about_every 60  about_forty 59
about_once 60  about_three 32  acces_to -16  accord_to -17  account_, 38  account_are -21  account_at 86  add_a -37
add_the 42  addres_in 20  after_<n> -40  after_an -20  after_that -11  afterward_. -12  again_. -7  against_the -11
agent_is 74  agre_with -28  agree_. -8  agree_with -35  all_<n> -111  all_from 74  all_six -26  also_want 38
an_agent 147  an_entry -19  an_error 13  an_iframe 28  an_old -20  and_<n> -3  and_<q> 3  and_a -24  and_all -37
and_committ -36  and_compar -21  and_each -48  and_found -21  and_g 65  and_i 64  and_leave -18  and_need 38
and_nobody 48  and_not 19  and_noth 9  and_push -50  and_should 33  and_skipp -12  and_that 64  and_those 26
and_ui 44  and_we 20  and_will 119  and_without 26  android_<n> -32  another_<n> 33  answer_<q> 31  any_longer 45
any_more -31  anyone_on 30  anyth_. -35  anyth_else -42  anywhere_in 60  apache_- -31  apart_from -58  app_is 34
are_cach -17  are_delet -10  are_done -8  are_fine -21  are_fix -49  are_for -35  are_gone -26  are_in -4  are_left -8
are_now -24  are_out -59  are_read -20  are_refus -47  are_shown -28  are_skipp -55  are_the -11  are_trickier 44
are_written -35  around_<n> 21  arriv_are -23  as_<c> -90  as_<q> -13  as_agre -21  as_before 12  as_i 23  as_in -30
as_skipp 54  as_unknown 109  as_with -34  as_you -136  as_zero 78  ask_them 28  at_. 23  at_<c> -15  at_all 36
at_least -39  at_most -48  at_once -14  at_one 34  at_present 20  at_start -57  at_the 51  back_to -8  background_, 17
batch_of -15  be_done 26  be_in 112  be_merg 25  be_used 24  be_worth 77  because_i 70  because_of 23  been_sent 40
been_told 33  before_, -12  before_. -45  before_<n> 25  before_and -33  before_i 41  before_its 26  before_the 7
begin_with 19  behind_. -17  belong_to 27  below_<n> -6  below_the -20  black_. 73  blank_in 42  both_are -13
box_with 23  branch_. -14  break_for -26  bring_it 30  bucket_has 77  build_and -18  but_never 28  but_the 39
by_default -14  by_design -45  by_itself -17  by_the -4  byt_long 86  byte_<c> -12  ca_not -11  cache_is -23
call_a 49  call_has 36  came_from -51  came_out 48  can_be -50  card_only 32  ceil_. 32  change_is 14  chapter_<n> 26
check_, -45  check_whether 45  clean_, -19  clean_. -23  code_, -43  code_is -27  codemod_, -21  column_of 41
come_down 29  come_out 11  comment_out 104  commit_, -18  commit_. -16  commit_is 36  committ_. -126  committ_as -15
complaint_. -15  connection_. -35  contract_are 67  correct_. -30  could_get 51  count_. -55  count_for 41
count_still 43  credit_not 36  csv_. -14  cut_, 37  dashboard_in 57  day_, -12  day_without 34  default_. -34
delet_. -65  deployment_is 35  design_doc 28  did_not 20  difference_is -17  disk_layer 63  do_not -5  doe_noth 24
doe_the -30  done_, -66  down_from -42  download_is 54  drawn_as -17  drop_the 86  dropp_. -23  e_<c> 22  each_. -75
each_with -25  empty_box 68  empty_in 48  end_of -12  end_on 29  enough_. -25  equal_. -13  error_. 12  error_are 18
everyth_is -21  exist_for -19  exist_in 24  expect_. -17  expir_, 39  expir_in 84  expire_on 65  explanation_so 27
f_and 65  fail_: 65  fail_the -19  fail_with 91  far_. 29  figure_<n> 21  fil_and -20  fil_are -9  file_; -28
file_for -17  finance_. 30  fine_. -32  fix_, -36  fix_: -17  fix_in -15  for_<n> 6  for_both 44  for_each -17
for_five -18  for_more -27  for_now 257  for_swis 38  for_that -21  for_the 20  for_uncommitt 43  for_version 25
for_which 14  for_your 15  forget_to -23  format_, 24  forty_minut 40  found_. 68  found_no 42  fp_<n> -19  fps_, -18
french_keyboard 52  from_<c> 49  from_<n> -7  from_<q> -23  from_before 50  from_you 86  full_<n> 29  gb_. -35
get_their -17  git_history 66  go_into 32  go_over 26  go_to -52  goe_in 69  goe_to -6  going_through 74  gone_, -39
gone_from -13  good_for 156  green_. -18  grey_placeholder 21  gues_. 30  h_<n> -11  had_gone 23  had_no 14
hand_out 38  has_been 20  has_no -11  has_not 167  has_read 30  has_start 226  has_the 13  has_to 76  has_two 66
have_it 34  have_more 75  have_no 233  have_not -17  have_the 35  have_to 59  here_. 62  hold_<n> 43  hold_a 116
hole_. 101  hour_. -6  i_'d 58  i_'ll 61  i_'m 40  i_'ve 70  i_add -38  i_ca 79  i_can 49  i_cannot 36  i_check -48
i_compar -78  i_could 97  i_did -18  i_do 36  i_found 27  i_had 99  i_have 32  i_left 44  i_mark 131  i_need 35
i_notic 81  i_only 163  i_still 34  i_stopp 75  i_took 25  i_was 47  ids_are -21  if_the -17  ignor_the 39
image_and -17  in_( 67  in_<c> -31  in_<n> 14  in_<q> -9  in_all -23  in_another 20  in_as 118  in_batch -12
in_both -18  in_clear 24  in_day 33  in_february 68  in_fifty 60  in_hall 30  in_one -14  in_order -34  in_parallel 23
in_redi -11  in_romansh 60  in_section 31  in_spr 56  in_their 66  in_there 151  in_thi 26  instead_. 22  intend_. -21
into_a -14  into_the 119  ip_， 20  is_<n> -26  is_a 13  is_as 14  is_clean -43  is_committ -24  is_delet -37
is_dropp -22  is_due 86  is_gone -16  is_how -16  is_in 3  is_kept -31  is_load -19  is_logg -15  is_not -12
is_now -19  is_out -23  is_readable 34  is_refund 33  is_refus -16  is_replac -11  is_runn 100  is_sent -39
is_still -15  is_there -12  is_tick 96  is_told 65  is_unchang -20  is_unplugg 53  is_untouch -21  is_within -18
is_writable 29  is_wrong 55  is_your 32  issue_<n> -11  it_'s -3  it_: 27  it_; 24  it_after 20  it_also 99
it_and -49  it_because 37  it_die 82  it_found -12  it_grow 42  it_has -9  it_need 32  it_tak 15  it_up -22
it_want 31  its_<n> 20  its_first 17  its_last 34  its_name -31  itself_, -18  january_. 32  kb_. -17  kb_。 -47
keep_work -26  kept_for -54  key_. -45  keyboard_the 52  know_the 24  label_printer 26  last_, -18  last_column 45
last_month -41  last_one -19  last_three 54  leave_the 40  left_the 97  les_than -16  letter_, 52  level_. -37
like_that 56  limit_to -79  lin_of -27  line_. -34  link_to -26  list_, -25  list_. -7  list_as 21  live_key 31
local_time -21  lock_. -35  log_of -16  logo_. 22  look_at 7  loop_. 41  lost_their 100  m_， 41  made_by 106
make_it 58  make_sure -34  manifest_. 24  mark_<c> 21  match_, -16  may_be 13  mb_. -34  mb_and -19  mb_， -24
me_. 21  memory_of 29  memory_stay -12  merg_cell 73  middle_of -32  minut_. -7  minute_, -23  mobile_app 19
mode_is -41  moment_that 35  monday_. -18  month_'s -32  morn_. -24  most_<n> -26  mov_to -49  nam_, -17  nam_with 19
native_speaker 58  near_all 42  need_a 26  need_no -26  need_three 38  need_to 101  nest_object 25  new_version 45
next_. 43  next_com 184  next_login -21  night_job -34  no_entry 35  no_error -39  no_more 36  no_one 72  no_owner 62
no_schedule 34  no_test 18  no_text 49  no_trace 153  nobody_. 53  node_<n> 37  not_. 73  not_affect -27  not_are -30
not_been 142  not_count -16  not_do 41  not_done 171  not_exist 22  not_find 36  not_forget -23  not_in 67
not_know 65  not_let 88  not_on 32  not_see 19  not_sure 17  not_tell 54  not_try 38  not_walk 25  not_work 20
noth_, 25  noth_break -26  noth_is -21  noth_tell 43  noth_to -50  notic_that 63  now_, 9  now_. 20  now_and -49
nowhere_. 42  number_, -30  number_<n> 76  number_and -19  number_is -15  number_of -18  object_, 102  of_<n> 13
of_it 12  of_that 15  of_the 22  of_them 17  of_which -12  old_cluster -39  old_form 29  old_wiki 21  older_than -39
on_<n> 15  on_every -62  on_friday 23  on_monday -42  on_my 48  on_purpose -26  on_to 64  on_top 34  once_. -88
once_in 48  one_, 9  one_<c> -20  one_file -15  one_i 24  one_of 31  one_the 33  only_, 18  only_ever 34  only_the -13
only_use -23  only_when -17  order_, -8  order_are -18  order_is -17  other_four 33  other_seven 55  ought_to 37
our_manifest 24  out_; 60  out_as 89  out_at -14  out_of 9  out_since 20  out_to -32  out_with 15  over_. 17
over_from 33  overlap_, 26  owner_of 33  p_<n> -12  pag_, -12  page_still 129  paper_say 38  part_of 27  pas_. -59
people_to 42  pick_it -18  pictur_. 59  play_console 30  point_<n> 56  policy_, 32  present_. 51  production_. 63
production_would 39  promis_a 25  purpose_. -27  push_. -12  push_as -9  put_in 117  put_it 27  question_mark 15
queue_is -23  rais_notimplementederror 71  rather_than -12  reachable_from 34  real_bug -23  real_one 73
reject_with 53  release_. 90  reli_on 47  remain_time -24  replac_by -41  report_, -31  request_. -16  request_from 32
return_<n> -26  rfc_<n> -22  right_. -23  right_has 46  right_now 79  rollout_has 34  rough_once 79  row_. -21
row_and -14  run_and 24  run_for -15  run_the 135  runn_it -29  s_, -17  s_. -47  s_is -27  s_on -14  same_as -74
same_commit -15  same_pattern 55  sandbox_account 58  say_<n> 166  say_so -99  screen_. -21  screen_reader 43
script_. 33  script_ca 25  second_. -3  see_a -19  seem_to 38  send_it 34  server_has -51  session_now -31
set_anywhere 24  set_to 21  sett_and 35  seven_follow 55  shall_i 27  sheet_<n> 36  should_be 18  should_go 109
should_not 47  show_. -29  show_<n> 11  show_a -15  show_both -33  show_no -65  side_. -15  sign_<c> 59
since_friday 46  since_i 23  sit_in 13  six_hour -16  skipp_. 22  slide_<n> 40  smaller_. -19  so_each 38
so_everyth 27  so_i 30  so_it -11  so_its 39  so_nobody -97  so_noth -50  so_somebody 22  so_the 21  so_their 46
so_they 20  so_until 65  sold_. 35  somebody_with 23  someone_with 78  sort_by -16  sound_are 59  stag_, -25
stand_in 17  start_in 39  stay_in -61  step_<n> 49  still_, 34  still_in 12  still_miss 92  still_need 119
still_show 123  still_there -35  stop_at 15  stopp_at 80  stor_as 20  stripe_live 31  swis_customer 38  switch_off 13
table_with -18  tak_<n> -111  tak_a -35  tak_about 55  tak_no 73  taken_for 55  task_is 49  tell_people 42
tell_which 23  tenant_<n> 97  test_. -53  test_are -10  test_fail 123  test_for 18  test_pas -36  test_run -25
th_. 114  than_<n> 13  than_a -25  than_that 26  that_belong 50  that_fail -67  that_have -19  that_i 59  that_in -31
that_start 42  that_variable 24  that_verify 26  the_author -18  the_branch -7  the_build -23  the_caller -23
the_canteen 25  the_case 44  the_cent -35  the_changelog -34  the_claim 100  the_comment -17  the_contact 37
the_count -15  the_cover 19  the_csv 60  the_custom 39  the_database -11  the_deposit 52  the_difference -20
the_disk 41  the_dns 41  the_document -24  the_dump 21  the_earlier -27  the_excel 35  the_exit -17  the_font -22
the_free 57  the_full 15  the_grey 94  the_header -44  the_host 38  the_interface 103  the_internet 48  the_invoice 22
the_item -38  the_largest -17  the_library 25  the_licence 39  the_line -36  the_login 19  the_lyon 36  the_man 32
the_map 18  the_mask 20  the_moment 82  the_network -15  the_new 14  the_offset 40  the_old 27  the_oldest -17
the_packag 39  the_passphrase 62  the_plan -26  the_play 30  the_point 23  the_portal 47  the_price -21
the_production 42  the_project 48  the_public -51  the_query -26  the_readme -14  the_real 152  the_registry 28
the_release 49  the_remainder -19  the_repo 12  the_rollout 66  the_runbook -15  the_runn 45  the_scanner -13
the_scheduler 23  the_session -38  the_sett 17  the_shar 33  the_share 24  the_shipp 26  the_stag -28  the_suite -11
the_system -7  the_table -9  the_test -28  the_third 29  the_timer 70  the_updater 37  the_upload 84  the_us 60
the_version -21  the_way -82  the_whole 34  the_world 61  their_own -22  them_. 43  them_; -19  them_is 36
them_the 72  there_'s 45  there_. 9  there_i 96  these_are -19  they_have 31  thi_. 43  thi_is -23  thi_morn -15
thi_up 36  those_<n> 51  though_, 35  three_hour 35  three_tim -69  through_<q> -25  tim_are 34  tim_out 70
tim_the -31  time_. 12  to_<c> 37  to_<n> -10  to_<q> 10  to_be 12  to_change -20  to_get -16  to_know 32  to_look 35
to_me 35  to_move 92  to_pull -23  to_see -16  to_send 49  to_six -18  to_sunday 73  to_the -4  to_write 73
to_your 32  token_. 39  told_. 33  too_high 48  too_low 79  top_of 20  tree_is -9  trickier_because 44  trust_the 28
two_. 19  two_hour -50  two_local 28  two_of 135  two_other 63  two_second -25  two_test 81  type_check -17  ui_are 44
under_a -14  unit_test -22  unknown_. 42  until_somebody 72  until_someone 24  until_their 48  until_then -18
untouch_. -34  up_as 133  upload_wait 38  use_. -37  use_<q> -10  use_a -18  use_for 45  use_it -21  use_nest 25
used_to -21  user_who -16  utc_. -22  utf_- -31  v_<n> -5  valu_are 14  vat_instead 33  verify_sha 26  wait_for 14
wait_until -37  walk_. 25  want_a 166  was_<n> -16  was_deni 43  was_made 27  was_not 29  we_'d 34  we_'re 34
week_. -54  went_from -13  went_through -10  were_cut 33  were_never -20  were_not 59  were_refus 26  were_tri -21
what_i 24  when_a 60  when_it 28  when_they -25  where_the 48  whether_that 24  which_i -11  which_of 56
which_there 80  who_has 63  why_. 42  will_reject 26  will_show 27  window_is 104  with_<c> -12  with_<n> -2
with_a -3  with_it 40  with_nan 22  with_the -8  with_their -41  within_<n> -3  within_a -52  without_a -16
without_the 42  wo_not 65  word_. 72  work_. -14  work_without -20  worker_， 22  would_be 21  would_have -39
would_help 46  wrong_row 27  year_, -22  yes_, -105  yet_, 22  yet_. 15  you_. 70  you_send 100  your_<n> -40
your_before 36  |_<n> 17  |_a -104  |_add 12  |_after 13  |_all -14  |_arabic 51  |_at -9  |_attachment 61
|_build -33  |_cancell 28  |_client -35  |_cluster 148  |_comment 46  |_committ -100  |_cpu -17  |_dat -40  |_dns 26
|_done -17  |_each -24  |_eight -17  |_entri -38  |_error -73  |_every -8  |_everyth -88  |_exist -23  |_fail -33
|_fix -15  |_for 54  |_google 27  |_i -17  |_if -128  |_in 45  |_it 3  |_its 65  |_job -62  |_json -30  |_key -16
|_kind 27  |_link -30  |_load -18  |_merg -38  |_miss -20  |_new -22  |_next 37  |_no -69  |_nobody 61  |_node 30
|_not 31  |_of -21  |_old -42  |_on 63  |_only -108  |_p -15  |_part 31  |_quot -26  |_restart -18  |_safari 92
|_server -20  |_single -16  |_slide 40  |_somebody 73  |_someone 24  |_state -14  |_step 126  |_ten -10  |_test -15
|_til -18  |_token -21  |_toml 47  |_total -30  |_twelve 38  |_user -103  |_which 32  |_while -28  |_window 13
|_yes 35  。_| -9  ，_<n> -4  ，_<q> -9  ，_panel 29  ：_<n> 9  ；_| -17  ？_| -25
""",
    "place": """
first -167  last 99  only 73  report -151
""",
    "shape": """
chinese -10  english 17  size0 -34  size1 -59  size2 -5  size3 21  size4 5
""",
    "stem": """
accent 57  accord -17  account -23  acknowledg -27  add 7  addres 65  admin -49  affect -73  agre -34  alert 25
anyth -68  app 49  appear -59  articl 36  attach 23  attachment 17  automatical -42  axi 27  belong 29  block -21
bug -18  bundl 78  cach -90  chang -13  check -29  checkpoint -20  checksum -26  chunk -33  clean -21  clear -14
client -7  cluster 27  colour -17  com 4  committ -83  compar -19  compil -15  concurrent -57  connection -9
consider 70  copi 15  cover -32  cross -25  decod -40  delet -24  deliberate -28  deliver -22  deni 24  deprecat -18
die 55  differenc -29  digitis 32  disabl -20  download -43  draft -26  drop 11  dropp -5  entri -11  error -12
everyth -4  exact -76  exampl -16  expect -86  fetch -10  figur -20  fil -6  fill 9  finding -40  fit -27  fix -15
float 52  focu -14  fold -19  follow -30  font -24  generat -14  good 40  group -24  gues 70  guest -27  handl 25
happen -15  hash -43  hav 94  hold 21  hour -7  imag 7  import -15  instanc 57  interpolat -16  job -28  join -15
kill -13  languag -22  les -23  lie 43  limit -15  lin -7  list -16  liv -14  local 12  logg -24  mac 51  machin 13
mak 23  map -21  mark 14  member 37  messag -6  modul -20  mov -5  nam 5  near 36  need 6  notic -9  number -8
one -14  pag 5  pas -42  pass -12  password -28  paus -18  pend -14  pick -33  pinn -65  player 20  plugin -18
point 18  postgr -64  process -41  proper -17  push -111  question 18  quot 8  rat -34  reach -12  recomput -25
redi -13  refund 36  releas -64  reli 47  remov -67  renam -31  render -23  replac -5  replay -18  replica -30
report -11  request -19  resolv 14  resourc -14  result -10  retri -110  right 15  roll -10  round -31  rout -23
row -14  rul -35  sampl -38  sav -23  scal -11  scan 16  second -7  seri -15  servic -22  shar 24  sheet -14
simulat -98  someth 33  sort -16  sound 44  spac -34  spe -13  spin 32  stand 23  start 33  stay -14  step -14
stopp 20  succeed -41  sum -28  support -19  surviv -41  tell 18  test -20  thank -14  themselv -36  thi 10  timer 22
track -60  treat -17  tri -34  trust 86  umlaut -16  unchang -12  unles -14  untouch -61  updat -27  use -15  user -5
validat -39  verifi -101  want 17  warn -51  warning -15  window 13  work -84  yield -30  your 93
""",
    "unchanged-gap": """
%_. -17  %_the -66  %_| 11  's_date 42  )_| -17  ,_<n> -44  ,_both 23  ,_full 24  ,_i -39  ,_if 15  ,_is -11  ,_it -14
,_only 74  ,_the -15  ,_those 34  ,_was 41  :_went 47  ;_is -62  ;_that 26  <c>_, -48  <c>_have 30  <c>_which 67
<n>_, 7  <n>_. 18  <n>_an -17  <n>_duplicate 25  <n>_every 26  <n>_everyth 57  <n>_have 116  <n>_it 26  <n>_its 22
<n>_leav 25  <n>_never 36  <n>_query 33  <n>_the 5  <n>_two 58  <n>_while 25  <n>_。 6  <n>_： 27  <q>_: 28
<q>_<n> 40  <q>_<q> 28  <q>_has 36  <q>_not -44  <q>_where 29  <q>_， 13  addres_and 39  after_<n> 26  agree_the -27
all_. -49  all_in 28  an_. -39  an_of -32  and_a -17  and_are -7  and_from 34  and_in 27  and_no 98  and_one 55
and_shop 28  and_the 17  any_. 18  anyone_the 43  are_as 26  are_set 35  as_, 40  ask_a 28  ask_the 28  at_. 17
at_<n> 21  at_c 27  at_moment 25  be_by 19  be_| -21  before_. 28  begin_<q> 19  blank_| 30  button_the 45  ca_be 20
came_as 45  can_, 34  ceil_| 32  client_the 21  correct_| -14  cost_<n> 21  date_| -24  down_. 43  every_second 22
file_your 24  for_<n> 66  for_and -23  for_whole 63  from_, 28  from_<n> 27  from_the 106  gone_| 42  i_no 25
image_| 48  in_minut -11  is_by 31  is_for 28  is_from 17  is_the -9  it_, 51  it_at 27  it_with 34  kb_| -13
key_ttl 30  left_. -18  limit_the 23  line_| -21  longer_. 33  look_the 78  loop_| 41  march_| 20  mb_the 48
memory_the 29  minut_| -18  month_, 52  month_as -17  nobody_, 31  none_| 38  not_: 19  not_at 50  not_down 29
not_the 24  noth_so 49  now_| 21  nowhere_| 42  number_| 46  of_the 16  of_| -10  old_. 31  on_. -9  on_own 89
on_| 145  one_and 19  only_<n> 61  open_and 67  open_| 27  p_<n> -11  page_a 24  path_| 42  pin_<n> 45  point_the 53
purpose_| -17  read_a 38  refer_a 30  render_pric 43  right_| -40  same_, 29  script_| 33  second_. -13  seven_the 48
since_| 22  sit_<n> 40  so_restart 37  so_the -12  sold_| 35  somebody_to 35  stag_still 30  start_| -16  still_. 27
still_<n> 32  ten_and 33  text_<n> 87  text_the 43  th_| 40  that_it 76  that_use 28  the_, -8  the_; -17
the_about 73  the_api 39  the_app 36  the_as 24  the_at 18  the_back 35  the_bucket 46  the_can 32  the_cod 40
the_drop 35  the_field 28  the_file 47  the_for 18  the_has -19  the_hour 43  the_insert 42  the_left 27  the_link 29
the_mail 22  the_mak 24  the_name 16  the_never 41  the_page 12  the_promis 30  the_stay 28  the_step -28  the_th 25
the_tim 60  the_went 32  the_| 31  through_<n> -18  timeout_| 45  to_% -22  to_it -10  to_old 31  to_so 29  to_that 24
too_. 27  valu_| 26  voucher_are 63  why_| 48  with_, 54  with_<n> 12  with_| 30  without_the 35  work_| -20
would_the 16  would_to 77  year_, 32  you_the 124  |_% -13  |_, -61  |_: -5  |_<q> -8  |_admin 47  |_also 47
|_and -20  |_becom 43  |_can 29  |_count -8  |_dashboard 44  |_end 115  |_figure 25  |_four 43  |_handler 51  |_i 57
|_index 29  |_key 28  |_one -11  |_point 28  |_read -16  |_rest -23  |_say 48  |_start 63  |_stay -22  |_such 47
|_would 24  |_。 -10  ，_<q> -25  ，_， -11  ，_？ 33
""",
    "unchanged-han": """
|一 10  |一次 43  |上 -15  |上周 36  |不能 78  |两个 27  |个是 39  |之后 17  |仓 58  |但 32  |共 -3  |共| -3
|其他 -54  |其余 -61  |分 -10  |分钟 -17  |切 11  |前 -22  |剩 -18  |剩下 -16  |卡 23  |可 35  |号 6  |各 -18  |合 -36
|后 43  |夜间 37  |天 -89  |字节 65  |导入 -15  |就 -16  |属 -23  |属于 -16  |差的 35  |平均 -12  |年的 46  |得 44
|我 -19  |按 -7  |控 22  |控制 22  |数据 -14  |断 -42  |时 21  |有 12  |有| 30  |步 26  |每个 28  |每次 69  |水 30
|清 -20  |点 15  |现 29  |现在 54  |用时 -9  |用的 21  |的 -12  |的| -8  |离 2  |程 28  |程序 28  |符 -17  |符合 -17
|等 17  |老 27  |而 83  |而且 16  |要 72  |要不 24  |设备 33  |读 -37  |调 55  |路 27  |还 94  |这是 -88  |那 -30
|都在 -25  |配对 32  |里 -5  |里没 32  |链接 24  |需 45  |需要 45  一 29  一个 12  一个| -9  一份 73  一千 29  一半 12
一月 22  一栏 30  一样 -22  一次 7  一的 47  一直 26  一秒 19  一致 -10  一致| -56  一遍 21  一遍| 23  一项 34  三 13
三月 29  三点 23  上 -10  上| -19  上周 10  上的 80  上限 -33  下 25  下来 36  下载 18  不 10  不一 39  不上 74
不上| 21  不下 34  不出 18  不到 -13  不用 -18  不知 16  不能 46  不过 36  不过| 20  与 -25  且 22  且| 35  东 42
两个 53  两次| -31  两遍 33  个 7  个| -4  个词 39  个词| 39  中| 22  串 44  串| 26  为空 41  么 -20  义 -19  之 46
之前 13  之后 70  之后| 17  乎 27  了 11  了| 20  了一 -14  了就 39  二十 -31  产 -12  人 8  人的 28  人都 26  从 40
从头 37  仓 51  仓库 25  代 19  代码 25  以 3  以后 108  们 45  件 -6  任何 13  会 32  会再 72  会自 -14  住 57
住| 40  何 13  作 -13  你 -28  你们 34  你说 -21  信息 22  候 88  停 15  停在| 22  先 21  全是 73  全部 -12  其余 -61
其实 35  内 -33  内| -27  再 19  写 15  写| 60  写得 -28  写法 42  凌 34  凌晨 34  几 18  几乎 27  出 25  出| 11
出了| 43  出人 24  出来 -27  出来| -19  切 20  删 20  判 -20  判断 -20  到 26  到一 43  到的 11  制 16  制器 57
前 -11  剩 14  剩下 -15  功 -11  功| -32  加盐 38  包| -22  化| -16  千 39  千多 61  半 63  单 15  单就 57  单独 27
单的 33  南 37  卡住 27  即 -28  却 27  压缩 22  原始 33  去 34  去| 12  去年 42  又 52  发一 26  发布 20  受影 -22
变化 -12  变量 90  口 10  口| 72  另 -17  只 2  只剩 32  只有 8  只有| 58  只能 -28  可| -19  台 -17  号 64  号和 20
号是 51  号没 47  号的 17  合理 -22  合理| -22  同一 34  名里 36  后 45  后一 23  后会 36  后又 22  后台 53  周四 57
和 -5  哪 23  器 7  四 68  四千 74  回| -10  因 -12  固件 -20  图 35  图是 46  在 -23  在两 50  地 -10  均 -18  块 11
复 -42  多| -7  夜 16  夜间 37  够 -80  够| -13  够用 -16  够用| -16  天内 -13  好了 -46  好了| -46  始 18  子 52
字 9  字节 34  它们 33  它就 35  完 -7  完成 -44  实只 57  家 -10  导入 -43  小 -5  少 18  少了 38  少了| 38  就 57
就把 35  就没 100  就能 3  就读 43  屏 -31  己| 54  币 67  带 6  带了 20  帧 32  常 -19  常| -7  平 -13  年 14
年的 18  应有 35  应用 -45  店 19  延 -15  引 24  张 36  当 9  当成 76  形 25  往| 26  待 57  得 -14  快 -15  怎 32
恢 -52  恢复 -52  成 7  成一 32  成了 126  成了| 17  成功 -37  成功| -32  我 -39  户 51  户都 33  手 17  手机 38
打不 34  扣 54  承 26  把 8  把| 15  抓 33  抽 -26  抽查 -28  指 22  按发 31  按空 19  换算 32  据| 15  掉 16  掉了 75
掉了| 51  接 37  接用 82  改写 34  改成 24  放在 -39  放在| -33  故意 -23  数据| 15  整 15  文 7  料 31  断开| 28
新 8  新模 21  无 -10  旧 42  早 15  时 8  时候 53  时要 21  明文 61  昨 -61  是 3  是| 15  是乱 43  是同 21  是旧 92
是网 -16  晨 34  月起 99  有 19  有| 22  有三 35  有人 23  有任 59  有对 26  有订 73  有限 41  期有 34  本身 -73
机不 34  机号 21  条件 -21  来 28  来| 37  来不 24  来的 22  来的| -29  查| -35  查的 24  标| -10  标是| 31  栏 39
样 -17  样| -20  核 -20  根 54  楚 -15  楚| -15  楼 68  次都 40  正 -6  正好 24  正常 -90  正常| -27  步 23  步骤 -38
每 14  每个 65  每个| 52  每月 -34  每次 84  水 24  水| 32  求体 22  没 5  没了 33  没了| 33  没写 16  没出 26
没打 53  没提 49  没有| -12  没问 -23  流 10  混 29  清 -79  清楚 -15  清楚| -15  满 24  满了 61  灯 55  点 7  点| 55
独 29  率| -19  现 1  现在 79  理 -11  生| 48  用了 26  用户 4  用时 -13  由 20  留到 31  的 14  的| -17  的几 33
的包 -18  的原 33  的变 36  的图 29  的手 28  的时 7  的是 3  的是| 15  的流 97  的那 -32  的都 55  盐 38  盘 13
目录 23  直 54  直接 76  看 -11  着 20  码 23  确到 34  确认 49  确认| 37  磁 40  磁盘 40  种写 70  秒| 4  秒里 33
程 7  程序 38  空 8  空格 39  符合 -27  第二 21  等 161  等了 36  等于 26  算 21  算| 29  篇 66  精 34  精确 34
紧 -20  约定 -35  级时 41  绑 22  缓 16  缩 19  老 77  而 67  而且 16  耗 15  能认 24  自 -8  自动 -9  自己| 54
致 -18  致| -56  色 31  节的 26  药 19  表 29  被 141  被当 21  被记 66  装好 -26  西 32  要 -13  要不 24  要你 26
计一 31  认 19  认| 25  认出 24  让人 43  记 11  设 9  设| 29  设的 17  设的| 28  设计 -30  证书 24  词| 39  试 -5
误 -61  说的 -44  谁 96  调 20  货 20  起 13  起算 28  起算| 28  超 9  超过 17  跑到 34  跟着 43  车间 58  转 11
过| -5  近一 -29  返回| -54  还 43  还是 19  这 16  这一 59  这个 24  这是 -88  这样 45  进 17  进| -21  进来 27
违约 30  连不 48  退 20  退出 43  逐 -40  通 -10  通过 -44  通过| -26  遍 45  遍| 16  那 -117  那| 34  那一 26
那个 -33  那张 37  那边 -21  部 -12  都 12  都会 62  都出 36  都把 26  都是 14  都没 25  配对 32  里 21  里会 31
里只 61  里有 2  里没 98  里的 -9  里面 61  重启| 25  重试 -17  金 35  金额 19  钱 37  链接 59  错误 -22  问题 -25
问题| -51  间 5  防 26  降 -38  限 10  除 13  集 21  靠 19  面 -9  顶 32  项 13  预 -12  预期 -15  频 -24  题 -36
题| -51  首页| 39  驱 59  驱动 59  骤 -38
""",
    "unchanged-pair": """
%_, -81  %_. -24  %_。 11  %_， -55  's_no 33  ,_<n> 9  ,_and 19  ,_even 32  ,_no -48  ,_none -9  ,_since 17  ,_so 91
,_the -9  ,_where 84  :_<n> 16  :_the 32  ;_the -54  <c>_, 12  <c>_are -19  <c>_change 55  <n>_% -3  <n>_at 20
<n>_december 36  <n>_h -9  <n>_has 122  <n>_is 12  <n>_july 25  <n>_lose 96  <n>_million -30  <n>_minut -78
<n>_mm -15  <n>_s 13  <n>_second 64  <n>_the 12  <n>_there 71  <n>_where 17  <n>_| 13  <q>_can 85  <q>_has 28
<q>_in 57  <q>_is 58  <q>_leav 39  <q>_need 40  <q>_， -31  ?_| 140  a_file 23  a_full 40  a_restart 37  a_shift 48
a_single 39  about_<n> 23  about_the 23  addres_, 23  after_<n> -13  against_the -15  agree_with -19  all_<n> 28
an_empty 37  and_<c> 23  and_<q> 15  and_a -14  and_has 20  and_i -32  and_it 38  and_not 20  and_our 33  and_the 9
and_those 29  answer_<q> 31  anyone_on 30  app_is 75  are_the -84  as_a 22  as_zero 78  ask_for -11  at_all 36
at_the 2  be_. -21  be_used 45  because_their 49  before_it 59  begin_with 19  belong_to 27  blank_. 30  bucket_has 46
but_the 39  by_a -20  ca_not 32  came_out 79  ceil_. 32  come_down 29  come_out 38  correct_. -14  cost_<n> 40
count_as 34  count_for 41  date_. -24  day_, -20  did_not 47  every_five 48  file_on 26  five_minut 34  for_<n> 10
for_the 27  from_<c> 139  from_before 69  gb_， 14  go_, 36  go_into 28  gone_. 42  had_no 26  has_<n> 29  has_been 1
have_<n> 29  have_to 82  hold_<n> 125  i_can 30  if_the 21  image_. 48  in_hall 30  in_spr 31  includ_the 31
index_is 41  into_the 58  is_down 27  is_from 28  is_readable 34  is_refund 33  is_still 3  is_the -12  is_written 25
it_; 43  it_also 47  it_grow 42  it_has -13  its_last 95  kb_。 -13  leave_the 65  left_the 103  like_that 40
look_at 16  loop_. 41  md_<n> 38  memory_of 29  minut_. -18  need_three 38  no_longer 75  no_one 47  node_<n> 95
none_. 38  not_be 49  not_come 48  not_the 31  now_. 21  nowhere_. 42  number_. 24  number_<n> 24  of_<n> 15
of_that 54  of_the 10  of_which -26  on_<n> 53  on_two 29  one_the 33  open_, 67  open_. 27  other_way 52  out_. 29
out_as 53  out_of -8  overlap_, 26  purpose_. -17  read_<n> 23  read_as 51  result_is 35  right_. -40  row_<n> 39
run_<n> 28  s_<n> 28  say_. -20  say_<n> 104  say_noth 42  say_so -17  script_. 33  send_the 42  session_key 30
set_to 29  sett_and 89  shall_i 27  show_the 32  so_a 70  so_it -23  so_its 39  so_that -18  so_the -19  sold_. 35
stag_is 42  stand_in 35  start_. -16  still_on 66  stopp_at 35  tak_the 18  th_. 40  the_admin 48  the_clock 38
the_dump 21  the_full 34  the_map 25  the_next -20  the_not 55  the_old 11  the_page 71  the_pod 38  the_polish 23
the_proces 50  the_result 35  the_seat 41  the_second -10  the_start 33  the_template 38  the_two 18  the_updater 37
the_whole 60  thi_up 36  timeout_。 45  to_<c> 113  two_of 48  two_year -20  under_the 22  valu_. 26  volume_is 54
want_. -51  want_a 14  was_not 89  we_send 49  were_cut 33  were_not 21  were_refus 43  when_a 21  where_the -17
which_mak 26  which_was 44  while_the 46  why_. 48  with_<q> 67  with_a 6  with_it 29  within_<n> 26  work_. -20
would_have 77  yes_, -32  |_<c> 7  |_<n> 18  |_<q> 115  |_about -19  |_both -14  |_cancell 77  |_everyth -25
|_google 31  |_in 99  |_it -4  |_no -25  |_only -14  |_somebody 41  |_ten -10  |_that -11  |_total -26  |_two 26
，_<n> -11  ，_panel 29  ？_| 74
""",
    "unchanged-place": """
first -63  last -80  only -28
""",
    "unchanged-shape": """
size0 -194  size1 -15  size2 13  size3 40  size4 44
""",
    "unchanged-stem": """
ask -8  axi 27  becom 43  bit 40  book -62  cancell 29  check -14  clas 37  click 33  cod 59  contain 90  document -25
drop 93  exist 38  expect -46  figur -12  fir 33  fix -38  flush 21  gros 43  mak 69  member 54  messag 14  morn -29
not 42  one -13  option 41  pin 39  point 17  pric 36  read 29  refund 18  right 125  say 13  second 28  show 20
sit 58  skipp -29  slot 45  spin 32  stag 64  stand 29  stopp 17  str 37  tabl -21  tak 13  tell 30  test -13  tri -53
uncompress 67  verifi -32  want -14  warning -54  work -9
""",
    "unchanged-word": """
% -3  's -6  , 2  - -11  <n> 11  <q> 66  ? 140  a 7  about 29  admin 65  agree -17  also 28  among 46  an 17  and 8
answered 10  any 29  anyone 156  app 22  arabic 60  are -4  article -21  ask 24  asks 40  at 34  author 26  away 28
axis 27  backup -30  be 3  become 39  becomes 43  been -31  before 43  blank 73  bring 53  bucket 30  c 50  ca 32
can 21  catalogue 14  changed 64  changes -36  chapter 23  checked -17  checks -17  checksum -17  class 37  clicks 33
client 12  clock 55  codes 59  column 18  come 11  console 83  container 41  contains 37  cost 62  customer -22
cut 93  d 47  day 15  december 80  default -16  discount 29  disk 89  domain 28  down 5  drops 93  duplicate 25
earlier -16  else -16  email 43  empty 73  end 12  equal -50  error -105  ever 43  every 61  expected -46  export 23
figure 75  figures -12  file 44  filter 21  fine -58  footer 94  for 4  forever 42  forward -24  free 22  from 13
full 42  gave 33  gibberish 38  github -36  gone 48  google 27  gpu -48  green -33  gross 43  handler 25  has 6
have 76  height 93  hold 32  http 44  i -38  if 21  image 81  in 2  includes 147  input 19  is 7  it 8  its 35
itself -9  july 25  junk 33  latest 53  leave 49  left 44  like 22  link 42  listed -32  local -18  longer 25  loop 37
lose 96  lost -53  mail 16  makes 69  map 29  md 38  median -9  members 54  messages 14  million -45  mm -15
moment 58  morning -29  nc 39  need -14  never 38  nobody 15  node 14  nor 26  notes 28  now 18  nowhere 109
number 15  object 56  of 10  ok -14  on 15  ones -13  options 41  order -9  our 5  owner 76  page 46  past 46  path 10
picker 22  pins 39  please 46  pod 29  points 17  polish 23  prices 36  prints 47  raise 46  reads 52  reference -25
refunded 46  renders 43  restart 30  result 35  right -22  rights 107  round 90  s 7  say 29  says 18  screen 17
script 57  seat 52  seconds 28  send 17  seven 26  shall 27  shows 25  sign 20  since 23  sits 76  skipped -29
slot 26  slots 45  so -47  sold 70  somebody -21  someone -77  speak 42  spins 32  staging 64  stand 75  state -45
statement 19  still 23  stopped 17  string 37  stripe 51  sum 15  tables -21  tape 26  tax 23  tells 30  tests -13
text 23  than 11  that -14  the 11  their 20  those 14  though 46  timeout 15  to 11  token 17  transfer 38  tried -28
twice 19  two 54  uncompressed 67  updater 37  upload 20  used 27  usual -29  value 46  verified -32  video 29
voucher 31  warnings -54  where 21  whether 18  while 193  who 95  whom 51  why 13  will -39  with 17  would 13
years -30  yet 18  ， 2  ？ 74
""",
    "word": """
! -34  % -24  'd -1  'll 77  'm 40  're 19  's 2  've 70  , -3  - -15  . -4  : 9  <c> 11  <n> 31  <q> -1  ? -6  a -5
about 40  above 48  accents 57  according -17  account 26  accounts -59  accuracy -14  acme 34  added 11  address 65
addresses -24  admin 12  admins -49  affected -73  afresh 25  again -11  agency 15  agent 26  agree -73  agreed -22
air 29  alerts 25  all 14  already -5  although 68  another 26  answers -17  any -3  anybody 38  anyone 96
anything -68  anywhere 47  apache -53  apart -12  appears -41  appendix -19  applies -21  apply 53  arabic 168
are -22  around 24  arrived -103  article -21  articles 36  as -1  ask 80  attached 23  attachments 17  attempt -27
automatically -42  avatar 17  average -18  await 33  away 16  axe -16  axis 27  back -8  bad -25  badge -58  batch -16
bcrypt -23  be 4  been -9  before 6  begin 15  behaviour -25  belongs 29  below -43  bit -17  black 85  blank 56
blocks -55  board 8  body -24  booking -20  both -22  bounced 40  box 37  bring 53  broken -25  brought -18  bugs -18
build -15  building 73  builds -16  bundle 23  bundled 49  but 52  button -9  by -12  byte -77  c 19  ca -14  cache -8
cached -31  caller -47  canteen 25  care -34  cart -16  cause 15  cent -9  changes -34  checked -20  checker -25
checkout 20  checkpoints -20  checks -17  checksum -21  checksums -26  children -14  choice -50  chrome -60
chunks -29  claim 51  clean -44  cleared -41  clicks 20  clients -7  closing -30  clusters 27  cname 109  codemod -55
cold -18  colours -13  comes 3  command 13  committed -83  compared -17  compile -9  complete -34  compose -37
concerns -23  concurrently -57  connection -24  connections -9  considered 70  console 15  constraint -18  contain 76
contract 16  core -10  could -44  counted -15  covered -17  cpu -11  creates -19  critical -41  curl -34  cursor -52
cycle -19  dark 28  dashboard 22  dates -9  dead -22  debug -52  december 200  decide 38  decision -19  declaration 30
declared -14  decoded -14  default -104  delay -21  deleted -13  deletes -28  deliberately -28  dependency -54
deployment 41  deposit 33  deprecated -18  deprecation -22  dev -6  did -10  dies 55  diff -61  differences -29
disabled -16  disk 13  display -26  dispute 63  dns 14  doc 29  done 3  download 14  drafts -26  drops 11  due 24
dummy 19  dump 12  each 12  earlier -69  ecc 70  edge -16  else -41  emergency 23  enough -25  entries -11  error -30
errors -12  evening 39  ever 39  everything -4  everywhere -42  exact -16  exactly -76  examples -16  except -38
exception -23  exit -11  expected -80  explain 28  exported -14  exporter 17  failure -77  fake -34  falls -13
false -31  far 7  fast -47  february 27  fewer -87  fifty 15  figure 24  figures -20  finance 48  find -18
findings -40  fine -36  finish -31  fire 44  firefox -16  first -3  fits -27  fixed -13  fixture -15  flag -9
floats 52  fly 28  focus -14  folded -32  followed -12  follows -10  fonts -24  for 3  force -18  forever 42
forget -23  form 28  forty 13  forward -33  fp -19  fresh -47  friday 24  from 2  gain -12  gb -14  generated -14
german -12  gibberish 38  gone -20  goods 40  google 22  goroutine -21  gps -115  gpu -23  green -58  guard 31
guess 70  guests -27  h -17  halfway 34  hand 6  handle 28  handled -10  handles -21  hang 38  happens -47  hard -111
has 92  hashes -16  have 54  having 94  head -19  header -61  held -25  here 90  hidden -36  high 41  holding 42
hole 101  hot -20  hourly -11  hours -4  i 46  idempotency -31  identical -24  idle -36  ids -29  if -17  iframe 28
ignore -18  ignored -74  images 7  imported -29  includes 45  including -98  index -4  info -46  inside 21
installed -28  instances 57  instead 5  interface 32  internet 48  invoice 12  is 9  iso -25  issue -67  it 2
italian 152  its 4  itself -15  january 21  job -12  jobs -28  joined -13  jpeg -24  json -25  july 27  junk 33
kb -16  keep -7  keeps -8  kept -20  kernel -12  kind -30  know 16  known -22  lacks 25  languages -22  largest -17
last -5  layer 35  least -45  leave 17  left 5  length -55  less -23  licence 41  lies 43  lighthouse -16  limited -10
lines -7  linked -39  lists -43  lives -14  local -15  locked -12  log -15  logged -28  logo 16  logout -15  look -14
loss -24  low 17  lyon 81  machines 13  macro 20  macs 51  mails -12  make 12  makes 23  manual -9  mapped -16
maps -21  mark 22  marked 13  matched -12  me 50  median -42  members 37  messages -6  mi 27  million -17  min -21
mine 84  minute 5  mode -10  modules -20  moment 49  money 21  month -6  more -5  most -18  mounted 30  move 51
ms -28  my 148  naming -16  native 19  nc 39  nearly 36  need 6  needs 8  next 8  no 5  nobody 46  not 68  note -11
notimplementederror 71  now -16  nowhere 109  null -20  numbers -8  o -33  oauth 32  object 51  objects 16  older -131
oldest -45  ones -14  oom 25  operator -11  ops -34  optional -48  or -4  order -60  ordered -19  otherwise -22
ought 37  our 54  out 22  outbox -17  outcome -33  output -50  own -15  owner 38  p -41  pages 5  paid 19  parsed -18
part 41  partner 89  pass -42  passed -87  passphrase 62  password 11  passwords -28  pause -31  paused -30
pending -14  people -9  per -47  photo 11  picks -40  pinned -65  pipe 25  pixel -16  placeholder 33  plan -4
players 20  please 67  plugins -18  points 22  policy 34  portal 89  postgres -64  posts 17  pr -10  prepare 63
present 9  preview 22  print 12  printed -15  private 14  prod 14  production 40  program -33  properly -17
publishing 23  purpose -26  push -11  pushed -125  put 23  qemu 22  questions 18  queue -7  quiet -44  quill 52
quotes -46  ran -17  range -14  rates -20  reachable 33  reaches -23  readme -59  real 40  reason -38  receiver -19
recomputed -19  recorded -22  redis -13  reference -11  refunded 146  register -28  release 25  relied 26  reload -55
remainder -19  remaining 5  remember 53  remote 79  removed -85  removes -40  renamed -58  rendered -62  repeat -23
replace 28  replaced -18  replicas -30  replication -27  reporting -40  request -10  requests -17  rerun 31
resolved -40  resources -14  retried -27  retries -41  retry -13  returned -18  rfc -22  rights 29  rollout 58
romansh 60  rotation 19  round 25  rounded -19  router 36  routes -14  row -9  rows -14  rules -35  runtime -73  s -7
safari 25  safe 23  said -43  samples -23  sandbox 10  save -29  saves -14  saw -11  scans 16  schema -25  script 32
search -8  second -3  seconds -7  section 35  seed -38  seeded -13  send 19  series -15  served -17  services -22
set 16  seven 7  shall 27  share 30  shared 16  she 66  sheet 15  sheets -14  shorter -70  should 68  side -9
signature -34  signing -22  sigterm -25  silent -47  simulated -78  simulation -18  since 25  sits 42  six 7  size -7
slide 40  smaller -43  smoke -14  snapshot -21  so 19  software -25  some 15  somebody 176  someone 52  something 33
sounds 44  speak 64  speaker 91  spec -89  speed -13  spins 32  split -9  spoken 37  sqlite -18  square 43  ssh 29
stages -21  stale -12  stand 43  standing 79  started 81  statement 18  stays -9  step 15  steps -14  still 36
stop 11  stopped 26  storage -18  store 16  story 18  stuck -24  style -15  suite -66  sums -28  survives -31
swapping 69  takes 2  tape 26  task 15  tax 17  team 23  tell 124  tells 18  tenant 15  test 7  tested -18  tests 12
text 8  th 13  than -12  that 23  their 8  them 14  themselves -36  there 19  this 10  those 31  though 54  thread -13
three -9  through -10  throughput -42  time -5  timers 22  times -6  to 2  today 24  token 48  toml 29  tomorrow 78
too 20  touch -95  touches -18  traffic -20  translation 40  tree -26  trickier 44  tried -13  tries -18  two 18
type -44  typed 31  types -31  typing -18  umlauts -16  unchanged -12  unclear 49  undone -27  unless -14  until 15
untouched -61  updated -100  updater 37  upload 77  uploads -22  us 43  usage -23  users -5  uses -15  usual -32
utf -9  v -12  validates -24  validator -42  value 15  verified -101  version 11  voucher 31  wanted -39  wants 79
warm -29  warning -36  warnings -15  water 22  we 37  weight -11  were -8  whatsoever 143  where 32  whether 193
while 7  white 54  who -3  whoever -23  whom 51  will 100  windows 13  within -54  without -8  wo 65  word 35
work -19  works -82  workspace 21  would 26  writable 29  xfail 57  xx -26  yes 33  yet 229  yields -24  yours 93
zstd -22  。 -9  ， 3  ： 15  ； -17  ？ -25
""",
    "work": """
changed -39  ran 5
""",
}
