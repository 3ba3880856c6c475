/** Actions of admins on the money of a bank's file (document 4 §4): book it, place or end money without a case, take it back. */
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
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
  actingAs: string;
};
export type BookedFile = { placed: number; unknown: number; already: number; sum_ore: number };

/** Books the rows, all or none. @throws DataError PK005 while another person books, PK008 for a row that cannot be read, PK010, 42501. */
const bookPayments = ({ project, rows, file, actingAs }: NewPaymentFile) =>
  callFunction<BookedFile>("book_payments", { project, rows, file, acting_as: actingAs });

/** The caller makes `placingId` and the keys of the parts. A repetition gets the first answer again. */
export type Placing = {
  paymentId: string;
  placingId: string;
  parts: { fine_id: string; event_id: string; amount_ore: number }[];
  actingAs: string;
};

/** Gives money without a case to one case or several. @throws DataError PK005, PK007, PK008 where less is left, PK010. */
const placePayment = ({ paymentId, placingId, parts, actingAs }: Placing) =>
  callFunction<{ left_ore: number }>("place_payment", {
    payment_id: paymentId,
    placing_id: placingId,
    parts,
    acting_as: actingAs,
  });

/** The caller makes `endingId`. A repetition gets the first answer again. */
export type Ending = {
  paymentId: string;
  endingId: string;
  /** `reopened` takes an ending back, and needs no reason. */
  ground: EndingGround | "reopened";
  note: string;
  actingAs: string;
};

/** Ends the rest of money without a case. @throws DataError PK005 where nothing is left, PK007, PK008 without a reason, PK010. */
const endPayment = ({ paymentId, endingId, ground, note, actingAs }: Ending) =>
  callFunction<{ left_ore: number }>("end_payment", {
    payment_id: paymentId,
    ending_id: endingId,
    ground,
    note,
    acting_as: actingAs,
  });

export type Move = { fineId: string; paymentId: string; eventId: string; actingAs: string };

/**
 * Takes the money of a file's row off its case and puts it back to the money without a case.
 * @throws DataError PK005 where it went on, PK007, PK008.
 */
const movePayment = ({ fineId, paymentId, eventId, actingAs }: Move) =>
  callFunction<object>("record_case_event", {
    fine_id: fineId,
    event_id: eventId,
    kind: "payment_moved",
    data: { payment_id: paymentId },
    acting_as: actingAs,
  });

/** Takes a whole file back. @throws DataError PK005 when some of its money was paid out by hand. */
const undoImport = ({ fileId, actingAs }: { fileId: string; actingAs: string }) =>
  callFunction<object>("undo_import", { file_id: fileId, acting_as: actingAs });

const MONEY = [paymentQueries.all, paymentFileQueries.all, fineQueries.all];

export const useBookPayments = defineMutation(bookPayments, MONEY);
export const usePlacePayment = defineMutation(placePayment, MONEY);
export const useEndPayment = defineMutation(endPayment, MONEY);
export const useMovePayment = defineMutation(movePayment, MONEY);
export const useUndoImport = defineMutation(undoImport, MONEY);
