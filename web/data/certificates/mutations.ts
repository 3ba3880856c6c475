/** Records certificates (document 5 §7): one call with an id of its own, which may be sent again. */
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { certificateQueries } from "./queries.ts";

export type NewCertificate = {
  id: string;
  employee_id: string;
  type_id: string;
  issued_on: string;
  expires_on: string | null;
};

export const useRecordCertificate = definePersonMutation(
  (acting, certificate: NewCertificate) =>
    ask(acting, (client) => client.rpc("record_certificate", { certificate, acting_as: acting.id })),
  [certificateQueries.all],
);
