import * as z from 'zod';
import { lenient } from '../meta/lenient-fields.ts';

/** Maximum number of characters of a message's text. */
export const TEXT_CHARS = 65_536;

/** Returns the beginning of a text: at most `max` UTF-16 units. Half a character is replaced. */
export const cutText = (text: string, max: number): string => text.slice(0, max).toWellFormed();

/** Schema of a text that is cut to `max` UTF-16 units, because a long text must not lose its message. */
export const textUpTo = (max: number) => z.string().transform((text) => cutText(text, max));

/** Schema of a text that a message can do without. */
export const optionalText = (max: number) => lenient(textUpTo(max));

/** Schema of the provider's id of a message. */
export const messageIdSchema = z.string().min(1).max(200);
