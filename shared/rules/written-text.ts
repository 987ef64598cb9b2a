/**
 * Characters that are no part of a text: control characters except tabs and line breaks, halves of surrogate pairs,
 * code points that are no characters, and the characters that change the writing direction of what follows.
 */
const REMOVED =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;
/** The tags of a flag of a region (England's, Wales's), and tags anywhere else, which hide texts from people. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** Joiners that touch neither a letter, a digit, a mark nor a part of an emoji. */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}])[\u200c\u200d](?![\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}])/gu;
/** Breaks, hyphens and separators without width that are not inside a word. */
const STRAY_BREAKS =
  /(?<![\p{L}\p{M}\p{N}])[\u00ad\u180e\u200b\u2060]|[\u00ad\u180e\u200b\u2060](?![\p{L}\p{M}\p{N}])/gu;

/**
 * Returns what a person wrote in the form in which it is stored and sent (S-37): composed (NFC), without control
 * characters, directional overrides and invisible characters outside words. Every letter, sign and emoji stays as it
 * was written, with joiners, selectors and tags: `2ª via, ½`, Persian with its joiners, flags of regions. A text in
 * this form stays unchanged. Linear time.
 */
export const writtenText = (text: string): string =>
  text
    .replace(REMOVED, '')
    .replace(TAGS, (_tag, flag: string | undefined) => flag ?? '')
    .replace(STRAY_JOINERS, '')
    .replace(STRAY_BREAKS, '')
    .normalize('NFC');

/**
 * A character that people see. Spaces, marks without a letter, format characters, fillers (Hangul, Braille, Khmer) and
 * the empty notehead show nothing.
 */
const VISIBLE =
  /[^\s\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}]/u;

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Returns a name in the form in which it is stored and shown (S-37): as written, trimmed; '' if it shows nothing. */
export const writtenName = (name: string): string => {
  const written = writtenText(name).trim();
  return isVisible(written) ? written : '';
};
