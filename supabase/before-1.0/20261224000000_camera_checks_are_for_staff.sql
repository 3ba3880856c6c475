-- A check by camera is noted by staff alone: no visitor of `hardened` may ask it.
insert into private.staff_functions (function_name) values ('note_camera_check');
select private.grant_for_profile();
