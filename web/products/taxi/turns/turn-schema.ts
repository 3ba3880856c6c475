import * as v from "valibot";
import type { NewFault, NewPhoto } from "#data/vehicle_faults/mutations.ts";
import { reading } from "./reading.ts";
import { turnTexts as labels } from "./turn-texts.ts";

const FAULT_MAX = 2000;

/** A handover as typed: readings, and a fault that somebody sees. */
export type TypedHandover = {
  startKm: string;
  endKm: string;
  seesFault: boolean;
  text: string;
  forbids: boolean;
  photos: readonly NewPhoto[];
};
export const NO_HANDOVER: TypedHandover = {
  startKm: "",
  endKm: "",
  seesFault: false,
  text: "",
  forbids: false,
  photos: [],
};

export type Handover = { startKm: number | null; endKm: number | null; faults: NewFault[] };

/** @param needs the readings without which the handover is not sent; @param faultId the ID of the fault, kept when the form is sent again */
export const handoverSchema = (needs: { startKm: boolean; endKm: boolean }, faultId: string) =>
  v.pipe(
    v.object({
      startKm: reading(needs.startKm),
      endKm: reading(needs.endKm),
      seesFault: v.boolean(),
      text: v.pipe(v.string(), v.trim(), v.maxLength(FAULT_MAX)),
      forbids: v.boolean(),
      photos: v.custom<readonly NewPhoto[]>(Array.isArray),
    }),
    v.forward(
      v.check(({ seesFault, text }) => !seesFault || text !== "", labels.fault.missing),
      ["text"],
    ),
    v.transform(({ startKm, endKm, seesFault, text, forbids, photos }): Handover => ({
      startKm,
      endKm,
      faults: seesFault ? [{ id: faultId, text, severity: forbids ? "not_to_be_driven" : "remark", photos }] : [],
    })),
  );
