import type { Say } from './adapter.ts';

/** Longest that the pauses of an answer may take together. */
const MAX_PAUSES_MS = 20_000;
/** The most that an answer says: as much as one event carries, and a guard against a bot that never stops (S-49). */
const MAX_SAYS = 20;
/** So that the texts of an answer fit into one message of a queue, however they are encoded. Channels split them. */
const TEXT_CHARS = 6_000;

/** A part of an answer: what is sent at once, after a pause. */
export interface Part {
  pauseMs: number;
  says: readonly Say[];
}

/** Whether anything of it would arrive. */
const saysSomething = (say: Say): boolean => ('text' in say ? say.text.trim() !== '' : say.url !== '');
/** Longest address of a file; what is longer is sent as a text. */
const URL_CHARS = 2_048;
const cut = (say: Say): Say => {
  if ('url' in say && say.url.length <= URL_CHARS) return say;
  const text = 'text' in say ? say.text : say.url;
  return { pauseMs: say.pauseMs, text: text.slice(0, TEXT_CHARS).toWellFormed() };
};

/** Returns an answer in parts, one for each pause; at least one, which may be empty. */
export const partsOf = (says: readonly Say[]): Part[] => {
  const parts: { pauseMs: number; says: Say[] }[] = [];
  let leftMs = MAX_PAUSES_MS;
  for (const say of says.filter(saysSomething).slice(0, MAX_SAYS).map(cut)) {
    const pauseMs = Math.min(say.pauseMs, leftMs);
    leftMs -= pauseMs;
    const last = parts.at(-1);
    if (last === undefined || pauseMs > 0) parts.push({ pauseMs, says: [say] });
    else last.says.push(say);
  }
  return parts.length === 0 ? [{ pauseMs: 0, says: [] }] : parts;
};
