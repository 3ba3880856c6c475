/** Actions of admins on the money of a bank's file (document 4 §4): book it, place or end money without a case, take it back. */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { fineQueries } from "../fines/queries.ts";
import type { BankColumns } from "../payment_files/columns.ts";
import { paymentFileQueries } from "../payment_files/queries.ts";
import type { BankRow } from "./bank-rows.ts";
import { type EndingGround, paymentQueries } from "./queries.ts";

/** The caller makes `file.id`. A repetition with the same rows gets the first answer again. */
export type NewPaymentFile = {
  project: string;
  rows: readonly BankRow[];
  file: { id: string; name: string; columns?: BankColumns | undefined };
};
export type BookedFile = { placed: number; unknown: number; already: number; sum_ore: number };

/** Books the rows, all or none. @throws DataError PK005 while another person books, PK008 for a row that cannot be read, PK010, 42501. */
const bookPayments = (acting: ActingPerson, { project, rows, file }: NewPaymentFile) =>
  callFunction<BookedFile>(acting, "book_payments", { project, rows, file, acting_as: acting.id });

/** The caller makes `placingId` and the keys of the parts. A repetition gets the first answer again. */
export type Placing = {
  paymentId: string;
  placingId: string;
  parts: { fine_id: string; event_id: string; amount_ore: number }[];
};

/** Gives money without a case to one case or several. @throws DataError PK005, PK007, PK008 where less is left, PK010. */
const placePayment = (acting: ActingPerson, { paymentId, placingId, parts }: Placing) =>
  callFunction<{ left_ore: number }>(acting, "place_payment", {
    payment_id: paymentId,
    placing_id: placingId,
    parts,
    acting_as: acting.id,
  });

/** The caller makes `endingId`. A repetition gets the first answer again. */
export type Ending = {
  paymentId: string;
  endingId: string;
  /** `reopened` takes an ending back, and needs no reason. */
  ground: EndingGround | "reopened";
  note: string;
};

/** Ends the rest of money without a case. @throws DataError PK005 where nothing is left, PK007, PK008 without a reason, PK010. */
const endPayment = (acting: ActingPerson, { paymentId, endingId, ground, note }: Ending) =>
  callFunction<{ left_ore: number }>(acting, "end_payment", {
    payment_id: paymentId,
    ending_id: endingId,
    ground,
    note,
    acting_as: acting.id,
  });

export type Move = { fineId: string; paymentId: string; eventId: string };

/**
 * Takes the money of a file's row off its case and puts it back to the money without a case. @throws DataError PK005 when the money has
 * moved on from the case, PK007, PK008.
 */
const movePayment = (acting: ActingPerson, { fineId, paymentId, eventId }: Move) =>
  callFunction<object>(acting, "record_case_event", {
    fine_id: fineId,
    event_id: eventId,
    kind: "payment_moved",
    data: { payment_id: paymentId },
    acting_as: acting.id,
  });

/** Takes a whole file back. @throws DataError PK005 when some of its money was paid out by hand. */
const undoImport = (acting: ActingPerson, { fileId }: { fileId: string }) =>
  callFunction<object>(acting, "undo_import", { file_id: fileId, acting_as: acting.id });

const MONEY = [paymentQueries.all, paymentFileQueries.all, fineQueries.all];

export const useBookPayments = definePersonMutation(bookPayments, MONEY);
export const usePlacePayment = definePersonMutation(placePayment, MONEY);
export const useEndPayment = definePersonMutation(endPayment, MONEY);
export const useMovePayment = definePersonMutation(movePayment, MONEY);
export const useUndoImport = definePersonMutation(undoImport, MONEY);
