-- Events that a case may have in each state, and the people who may record them: the rules of document 4 §4 as rows.

create table private.case_transitions (
  place integer not null,
  kind text not null,
  from_status text[],
  by text[] not null,
  needs text[] not null,
  to_status text,
  moves boolean not null,
  wants text[] not null,
  constraint case_transitions_pkey primary key (place)
);

comment on table private.case_transitions is 'Which event leads a case from which state to which.';

alter table private.case_transitions enable row level security;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('10', 'payment', '{issued,reminded,collection}', '{admin,system}', '{settled}', 'paid', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('11', 'payment', NULL, '{admin,system}', '{}', NULL, 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('20', 'refunded', NULL, '{admin}', '{too-much}', NULL, 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('30', 'payment_undone', '{paid}', '{admin,system}', '{by-hand,unsettled}', 'before', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('31', 'payment_undone', NULL, '{admin,system}', '{by-hand}', NULL, 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('32', 'payment_moved', '{paid}', '{admin}', '{unsettled}', 'before', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('33', 'payment_moved', NULL, '{admin}', '{}', NULL, 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('40', 'objected', '{issued,reminded,collection,paid}', '{admin,driver}', '{}', 'disputed', 'true', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('41', 'supplemented', '{disputed}', '{admin,driver}', '{}', NULL, 'false', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('42', 'objection_accepted', '{disputed}', '{admin}', '{not-own}', 'withdrawn', 'true', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('43', 'objection_rejected', '{disputed}', '{admin}', '{not-own,settled}', 'paid', 'true', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('44', 'objection_rejected', '{disputed}', '{admin}', '{not-own}', 'issued', 'true', '{note,due_date}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('50', 'withdrawn', '{issued,reminded,disputed,paid,collection}', '{admin}', '{}', 'withdrawn', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('51', 'withdrawn', '{issued}', '{issuer}', '{fresh}', 'withdrawn', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('52', 'reopened', '{withdrawn,written_off}', '{admin}', '{not-by-objection,settled}', 'paid', 'true', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('53', 'reopened', '{withdrawn,written_off}', '{admin}', '{not-by-objection}', 'issued', 'true', '{note,due_date}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('60', 'reminded', '{issued}', '{admin}', '{waited,delivered,has-recipient,reviewed,in-time}', 'reminded', 'true', '{due_date}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('61', 'reminded', '{reminded}', '{admin}', '{delivered,has-recipient,untold-recipient,reviewed,in-time}', NULL, 'true', '{due_date}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('62', 'handed_to_collection', '{reminded}', '{admin}', '{overdue,told-recipient,in-time}', 'collection', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('63', 'recalled', '{collection}', '{admin}', '{}', 'reminded', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('64', 'written_off', '{issued,reminded,collection}', '{admin}', '{}', 'written_off', 'true', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('65', 'reminder_undone', '{reminded}', '{admin}', '{unpaid-reminder}', 'before', 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('70', 'recipient_set', NULL, '{admin}', '{}', NULL, 'true', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('71', 'noted', NULL, '{admin,issuer}', '{}', NULL, 'false', '{note}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('72', 'photo_added', NULL, '{admin,issuer}', '{}', NULL, 'false', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('73', 'delivered', NULL, '{admin,issuer}', '{}', NULL, 'false', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('74', 'reviewed', NULL, '{admin}', '{}', NULL, 'false', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('75', 'case_viewed', NULL, '{admin}', '{}', NULL, 'false', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('76', 'exported', NULL, '{admin}', '{}', NULL, 'false', '{}');

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('77', 'collection_told', NULL, '{admin}', '{}', NULL, 'false', '{}');
