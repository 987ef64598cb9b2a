import * as z from 'zod';
import { replyWindowPolicySchema } from '../rules/reply-window.ts';

/** What users can do on a channel, as far as a screen must know before it offers an action. */
export const channelAbilitiesSchema = z.object({
  /** Whether the company may write first. Otherwise the contact must, or a template is needed. */
  writesFirst: z.boolean(),
  /** When the company may answer a contact; null if always. */
  replyWindow: replyWindowPolicySchema.nullable(),
  quotes: z.boolean(),
  /** Whether voice notes are sent as Ogg Opus; elsewhere a recording is sent as an audio file in a common format. */
  voiceNotes: z.boolean(),
  /** Whether contacts see that an attendant is typing. */
  typing: z.boolean(),
  /** Milliseconds after sending in which a text can be edited; null if never. */
  editWindowMs: z.number().nullable(),
  /** Whether a message can be deleted for everyone. */
  delete: z.boolean(),
  /** Whether its provider reviews message templates, which may then be sent at any time. */
  templates: z.boolean(),
  /** A longer text is sent as several messages. */
  textChars: z.int(),
  /** Maximum bytes of a file, by its kind. */
  fileBytes: z.object({ image: z.int(), video: z.int(), audio: z.int(), document: z.int() }),
});
export type ChannelAbilities = z.infer<typeof channelAbilitiesSchema>;
