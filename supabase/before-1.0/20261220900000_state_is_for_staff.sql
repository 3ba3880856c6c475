-- Only staff ask for the state of the system: visitors call it in `specified` alone, as the other functions of staff.

insert into private.staff_functions (function_name) values ('get_system_state');
select private.grant_for_profile();
