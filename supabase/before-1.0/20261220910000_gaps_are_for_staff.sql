-- Only staff ask what a site's notices lack: visitors call it in `specified` alone, as the other functions of staff.

insert into private.staff_functions (function_name) values ('list_notice_gaps');
select private.grant_for_profile();
