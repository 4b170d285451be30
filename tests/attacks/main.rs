//! Hostile scripts. One hole a file in `holes/`, its name is the claim; `file.rs` says how such a file is written.
//!
//! Whatever is done to a table, this holds: it ends, it says in plain words what was wrong and where, nothing of it
//! stays, and the table plays on. `table.rs` asks that after every attack. `holes.rs` strikes all of a file in this process
//! with a tenth of the steps; `program.rs` strikes with each in a process of its own, through a pipe, with the limits
//! that people have; `ways.rs` goes by every way that leads into scripts.
//!
//! Traps of the language and its VM, and which test holds each of them shut (`traps.rs` looks that it is there):
//!
//! | Trap | Test |
//! |---|---|
//! | a stop is an ordinary error, `pcall` and its kin swallow it | `holes/pcall_in_a_loop_swallows_no_stop` `holes/a_hundred_pcalls_swallow_no_stop` `holes/an_error_handler_swallows_no_stop` |
//! | after a caught stop straight-line code runs on | `holes/what_stands_after_a_caught_stop_acts_no_more` |
//! | the stop comes back as another error, in a coroutine, a comparator, `__tostring` | `holes/a_loop_in_a_coroutine_is_stopped` `holes/a_loop_in_a_sort_comparator_is_stopped` `holes/a_loop_in_tostring_is_stopped` |
//! | memory errors are swallowed; the limit counts garbage | `holes/a_memory_bomb_in_pcall_is_no_harm` `holes/a_hoard_behind_a_handler_is_let_go` |
//! | library functions of C aren't interrupted | `holes/plain_search_in_ten_megabytes_is_quick` `holes/big_tables_are_refused_or_quick` `holes/a_list_worked_on_for_ever_is_stopped` `holes/long_texts_are_refused_or_quick` |
//! | pattern bombs | `holes/a_pattern_bomb_is_stopped` |
//! | functions of the host aren't interrupted, their counts are anything | `parameters.rs::no_odd_value_gets_through_one_half` `outside.rs::functions_of_the_host_are_no_way_in_either` |
//! | a stop raised by the host has no line | `holes/a_stop_in_a_verb_has_the_line_of_its_caller` |
//! | nested calls of the host end the native stack | `holes/the_host_calls_scripts_32_deep_and_no_deeper` `holes/every_way_into_scripts_together_fits_the_stack` |
//! | compiling is neither stopped nor counted | `outside.rs::a_script_of_half_a_megabyte_is_the_largest` `holes/parser_bombs_are_refused` `typed.rs::depth_is_refused` |
//! | each file of a hundred runs to the limit | `ways.rs::a_hundred_loops_make_no_longer_start_than_one` |
//! | a later Luau brings a library along; the compiler calls what is gone | `../../src/script/kept.rs::all_that_this_luau_has_is_kept_or_gone_by_name` `../../src/script/kept.rs::nothing_that_is_gone_is_reached_past_its_name` `holes/integers_of_luau_are_gone` |
//! | `require` reads the disk | `holes/require_stays_inside_the_campaign` `outside.rs::no_link_leads_out_of_the_campaign` |
//! | a circle of modules is a stack overflow | `holes/require_in_a_circle_names_the_circle` |
//! | the library, metatables and exports can be changed for others | `holes/library_tables_take_no_writes` `holes/the_string_metatable_takes_no_writes` `holes/exports_are_frozen_all_the_way_down` `holes/what_one_script_breaks_another_never_sees` |
//! | bytecode is run | `holes/bytecode_is_no_script` |
//! | `3.7`, NaN, `"12"` become whole numbers | `parameters.rs::no_odd_value_gets_through_the_other_half` `definitions.rs::no_odd_value_gets_into_a_definition` `holes/a_definition_takes_no_odd_number` |
//! | tables in themselves, a thousand times in others | `holes/a_cycle_is_kept_by_nothing` `holes/a_web_of_tables_is_kept_by_nothing` `holes/a_table_in_itself_is_printed_by_name` |
//! | errors of ours are userdata, texts have addresses | `holes/what_the_library_complains_of_has_a_place` `holes/texts_show_no_addresses` `holes/error_objects_are_told_without_addresses` |
//! | an error object's `__tostring` loops or fails | `holes/a_tostring_that_tells_itself_is_stopped` `holes/a_tostring_that_gives_no_text_is_told` |
//! | `pairs` over handles, `math.random`, the clock differ from run to run | `holes/math_random_is_the_tables` `holes/two_handles_of_one_thing_are_one_key` `../edge_cases/scripting.rs::sc10_chance_and_order_come_from_the_tables_generator` |
//! | a question in a coroutine goes to the script; a yield in a verb | `holes/a_question_in_a_coroutine_is_asked` `holes/a_question_cannot_be_swallowed` `holes/a_verb_that_calls_back_yields_nowhere` |
//! | YAML: bombs, tags, odd numbers, signs | `holes/every_path_in_yaml_stays_data` `definitions.rs::no_odd_value_gets_into_a_sheet` `ways.rs::what_sheets_and_the_campaign_say_is_text_and_nothing_else` |
//! | optional lists of tables, `on("hit", …)`, nonstrict mode and invariant options hide faults from the checker | `../types/mistakes/a_misspelt_word_in_a_definition.luau` `../types/mistakes/a_handler_of_another_event.luau` `../types/mistakes/a_field_that_no_character_has.luau` `../types/mistakes/a_misspelt_word_in_options.luau` |
//! | a misspelt key is no type error | `definitions.rs::no_odd_value_gets_into_a_definition` |
//! | a field and a method share one space | `../api_records/things.rs::what_can_be_read_is_what_is_declared` |
//! | `lore + performance` is no attribute and skill | `../rules_names.rs` |
//! | a definer that never got its table; `start "X" { … }` calls a timer | `holes/a_chapter_is_no_thing_and_a_definer_no_verb` `holes/a_thing_is_no_word_that_takes_a_table` |
//! | live globals are those of load time | `holes/live_globals_never_go_stale` |
//! | a proxy is walked zero times, silently | `holes/a_group_is_never_silently_empty` `holes/a_group_is_no_table` |
//! | two handles of one creature are two keys | `holes/two_handles_of_one_thing_are_one_key` `holes/a_handle_in_a_store_stays_one` |
//! | state in upvalues is neither undone nor saved | `../../src/script/syntax/forgotten.rs::writes_to_what_a_reload_loses_are_told` `../semantics.rs::memory_belongs_to_a_thing_and_a_script` |
//! | the party hits people who aren't there | `holes/the_party_is_who_is_there_and_alive` |
//! | once-per-X has no surface | `holes/claims_have_an_end` `../semantics.rs::of_two_cancels_the_first_counts_and_the_others_do_not_pay` |
//! | who acts, whom it befalls | `../api_records/events.rs::what_an_event_has_is_what_is_declared` |
//! | whom a question asks, and where nobody is | `../semantics.rs::questions_have_an_addressee_a_key_and_a_default` |
//! | two authors on one memory | `holes/a_store_of_another_script_cannot_be_reached` `../semantics.rs::memory_belongs_to_a_thing_and_a_script` |
//! | what grows act by act has no end | `holes/two_hundred_foes_are_the_most` `holes/two_hundred_timers_are_the_most` `holes/the_session_log_has_a_size` `holes/a_hundred_steps_wait_for_a_roll_at_most` `holes/all_stores_together_have_a_size` |
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[cfg(feature = "front")]
mod child;
mod definitions;
mod escapes;
mod file;
mod grown;
mod holes;
mod outside;
mod parameters;
#[cfg(feature = "front")]
mod program;
mod table;
#[cfg(all(unix, feature = "front"))]
#[path = "../support/terminal.rs"]
#[allow(dead_code)]
mod terminal;
mod traps;
mod typed;
#[cfg(feature = "front")]
mod ways;
