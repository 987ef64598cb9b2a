/** A text that is easily damaged, as people write it and in the form in which it is stored and sent. */
export interface HardText {
  what: string;
  written: string;
  stored: string;
}

const asWritten = (what: string, text: string): HardText => ({ what, written: text, stored: text });

/** England's flag: a black flag with tag characters. */
const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

/** Texts that compatibility normalisation, or removing format characters, would change: they stay as they are. */
const KEPT = [
  asWritten('ordinals and powers', '2ª via 100 m² 10²'),
  asWritten('fractions', '½ preço, ¾ e ⅓'),
  asWritten('signs of trade', 'Loja™ nº 5 ①'),
  asWritten('ligatures', 'ﬁm e ﬂor'),
  asWritten('Roman numerals', 'Turma Ⅷ'),
  asWritten('an Arabic phrase in one character', 'ﷺ ﷼'),
  asWritten('fullwidth letters', 'ＳＡＩＲ ｶﾅ'),
  asWritten('Persian with its joiner', 'می‌خواهم'),
  asWritten('Hindi with its joiner', 'क्‍ष है'),
  asWritten('Malayalam with a joiner at the end of a word', 'അവന്‍ വന്നു'),
  asWritten('Sinhala', 'ශ්‍රී ලංකා'),
  asWritten('Arabic', 'السلام عليكم'),
  asWritten('an Arabic number sign', '\u0600١٢٣'),
  asWritten('Hebrew with a directional mark', 'שלום!\u200f 5'),
  asWritten('Thai', 'สวัสดีครับ'),
  asWritten('Khmer with breaks between words', 'ខ្ញុំ\u200bទៅ\u200bផ្សារ'),
  asWritten('Mongolian with its separator', 'ᠬᠠᠷᠠ\u180eᠠ'),
  asWritten('a flag of a region', `Oi ${ENGLAND}!`),
  asWritten('a flag of a country', 'Brasil 🇧🇷'),
  asWritten('keycaps', '1️⃣ ou #️⃣'),
  asWritten('a family', '👨‍👩‍👧‍👦 juntos'),
  asWritten('skin tones and professions', '👩🏽‍⚕️👍🏿'),
  asWritten('a heart with its selector', 'amo ❤️‍🔥❤️'),
  asWritten('a rainbow flag', '🏳️‍🌈 sim'),
  asWritten('an ideograph with its selector', '葛\u{e0100}城'),
];

export const HARD_TEXTS: readonly HardText[] = [
  ...KEPT,
  { what: 'letters with separate accents', written: 'acao\u0303 cafe\u0301', stored: 'acaõ café' },
  { what: 'an override of the direction', written: 'foto\u202egpj.exe', stored: 'fotogpj.exe' },
  { what: 'isolates', written: 'a\u2067b\u2069c \u2066d', stored: 'abc d' },
  { what: 'control characters', written: 'Ana\u0000 \u0007Lima\u009b\u007f', stored: 'Ana Lima' },
  { what: 'half of a surrogate pair', written: 'Ana\ud83d Lima', stored: 'Ana Lima' },
  { what: 'code points that are no characters', written: 'Ana\ufffe\uffff Lima', stored: 'Ana Lima' },
  { what: 'hidden tags', written: 'oi\u{e0041}\u{e0042} Ana', stored: 'oi Ana' },
  { what: 'joiners outside words', written: 'oi \u200d\u200b\u200c Ana', stored: 'oi  Ana' },
];

/** Names that show nothing. */
export const INVISIBLE_NAMES: readonly string[] = [
  '\u200b\u200c',
  '\u200d\u200e\u200f',
  '\u3164',
  '\u115f\u1160',
  '\uffa0\uffa0',
  '\u2800\u2800',
  '\u034f\u034f',
  '\u180e\u180b',
  '\u0301\u0302',
  '\u00ad\u2060',
  '\ufe0f\ufe0f',
  '\u{e0041}\u{e007f}',
  '\u{1d159}\u17b5',
  ' \u00a0\u2003',
  '\ufeff\u3000',
  '\u202e\u2067',
];
