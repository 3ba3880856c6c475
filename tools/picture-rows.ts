// Rows that the pictures of all screens show and the seed lacks: shifts with photos, and contact messages. They stand beside the seed,
// since a demo begins without them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";

const PHOTOS = join(import.meta.dirname, "..", "supabase", "demo-photos");
const HOUR_MS = 3_600_000;

/** The moment `hours` hours ago. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Shifts by the hours since they began; three wait, one was rejected and one approved. */
const SHIFTS = [
  {
    began: 9,
    hours: 8,
    attendant: "vakt01",
    rating: 8,
    photos: ["skylt", "bil-rod", "bot"],
    description:
      "Hamngatan och kajen två varv. Skylten vid Magasinsgatan 4 sitter löst och behöver skruvas fast innan helgen. Tre bilar utan giltig parkering.",
  },
  {
    began: 20,
    hours: 6,
    attendant: "vakt02",
    rating: 5,
    photos: ["bil-bla", "bil-svart"],
    description: "Lugnt pass.",
  },
  {
    began: 33,
    hours: 8,
    attendant: "vakt01",
    rating: 7,
    photos: ["bil-silver", "bot", "bil-vit", "skylt"],
    description: "Mycket folk vid torget, alla platser upptagna till klockan 19.",
  },
  {
    began: 58,
    hours: 4,
    attendant: "vakt02",
    rating: 4,
    photos: ["bil-svart", "bil-vit"],
    description: "Halva kajen.",
    answer: { status: "rejected", note: "Fotona visar inte kajen. Registrera passet en gång till." },
  },
  {
    began: 82,
    hours: 8,
    attendant: "vakt01",
    rating: 9,
    photos: ["bil-bla", "skylt"],
    description: "Hela området, allt i ordning.",
    answer: { status: "approved", note: null },
  },
];

const MESSAGES = [
  {
    sent: 2,
    name: "Åsa Lindqvist",
    subject: "Laddplatser vid kajen",
    read: false,
    message:
      "Hej!\n\nVi är en förening med 40 medlemmar som ofta parkerar vid Östra hamnen. Blir det laddplatser där under våren?\n\nMed vänlig hälsning\nÅsa Lindqvist",
  },
  {
    sent: 27,
    name: "Johan Ek",
    subject: "Faktura till företaget i stället för kvitto",
    read: false,
    message: "Går det att få faktura?",
  },
  { sent: 75, name: "Maria Nyberg", subject: "Tack!", read: true, message: "Tack för snabb hjälp i går." },
  {
    sent: 200,
    name: "Kajens bostadsrättsförening",
    subject: "Avtal om parkering för boende och deras gäster under sommaren",
    read: true,
    message: "Vi vill gärna träffas.",
  },
];

/** Adds the rows to the running product of the profile `specified`; the photos are stored like those of a device. */
export async function addPictureRows(browser: Browser, product: RunningProduct): Promise<void> {
  const photos = product.client.storage.from("shift-images");
  for (const [number, { began, hours, attendant, rating, description, answer, ...shift }] of SHIFTS.entries()) {
    const addresses: string[] = [];
    for (const photo of shift.photos) {
      const path = `${attendant}/${number}-${photo}.jpg`;
      const { error } = await photos.upload(path, readFileSync(join(PHOTOS, `${photo}.jpg`)), {
        contentType: "image/jpeg",
      });
      if (error !== null) throw error;
      addresses.push(photos.getPublicUrl(path).data.publicUrl);
    }
    const ended = began - hours;
    const row = {
      project_id: "ostra-hamnen",
      attendant_user_id: attendant,
      start_time: hoursAgo(began),
      end_time: hoursAgo(ended),
      created_at: hoursAgo(ended),
      rating,
      description,
      image_urls: addresses,
      ...(answer && {
        status: answer.status,
        approved: answer.status === "approved",
        reviewed_by: "admin01",
        reviewed_at: hoursAgo(ended - 3),
        review_note: answer.note,
      }),
    };
    await product.sql`insert into shift_registrations ${product.sql(row)}`;
  }
  const signature = await drawSignature(browser);
  for (const { sent, ...message } of MESSAGES) {
    const row = { ...message, email: "kontakt@example.com", signature, created_at: hoursAgo(sent) };
    await product.sql`insert into contact_messages ${product.sql(row)}`;
  }
}

/** A signature as the contact form's pad makes it: black on white. */
async function drawSignature(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const signature = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 480, height: 160 });
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("No canvas");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 480, 160);
    context.lineWidth = 3;
    context.lineCap = "round";
    context.stroke(new Path2D("M30 110q50-110 70-60t-40 60q80-70 100-10t50-30q10 40 40 10t40-10q20 30 60 0t90-40"));
    return canvas.toDataURL("image/png");
  });
  await page.close();
  return signature;
}
