import type {
  TemplateButton,
  TemplateCategory,
  TemplateParts,
  TemplateStatus,
} from '../entities/message-template.ts';

const VARIABLE = /\{\{([a-z0-9_]{1,60})\}\}/g;

/** Returns the names of a text's variables in the order of their first use: `1` or `name`, without the braces. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

const NUMBERED = /^\d+$/;

/** Whether a variable has a number instead of a name. */
export const isNumbered = (variable: string): boolean => NUMBERED.test(variable);

/** Values of a template's variables. */
export interface TemplateValues {
  /** Of the header's variable; '' without one. */
  header: string;
  /** By the name of the variable. */
  body: Readonly<Record<string, string>>;
  /** Of the variable of an address or the code to copy, by the button's index. */
  buttons: Readonly<Record<string, string>>;
}

/** The values that a template needs before it can be sent. */
export interface TemplateNeeds {
  header: boolean;
  /** Kind of the header's file; null without one. */
  file: 'image' | 'video' | 'document' | null;
  place: boolean;
  body: string[];
  /** Indexes of the buttons that need a value. */
  buttons: number[];
}

/** Whether a button needs a value: a code to copy, or the end of an address. */
export const needsValue = (button: TemplateButton): boolean =>
  button.kind === 'copy' || (button.kind === 'url' && variablesOf(button.url).length > 0);

/** Returns which values a template needs. */
export const needsOf = ({ header, body, buttons }: TemplateParts): TemplateNeeds => ({
  header: header.kind === 'text' && variablesOf(header.text).length > 0,
  file: header.kind === 'image' || header.kind === 'video' || header.kind === 'document' ? header.kind : null,
  place: header.kind === 'location',
  body: variablesOf(body),
  buttons: buttons.flatMap((button, index) => (needsValue(button) ? [index] : [])),
});

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** Returns the values that are missing, as paths of {@link TemplateValues}: `['header']`, `['body', '1']`. */
export const missingValues = (needs: TemplateNeeds, values: TemplateValues): string[][] => [
  ...(needs.header && !isGiven(values.header) ? [['header']] : []),
  ...needs.body.filter((name) => !isGiven(values.body[name])).map((name) => ['body', name]),
  ...needs.buttons.filter((index) => !isGiven(values.buttons[index])).map((index) => ['buttons', `${index}`]),
];

/** Whether a contact does not want a template: one for marketing, after it stopped such messages. */
export const isUnwanted = (
  { category }: { category: TemplateCategory },
  { marketingStoppedAt }: { marketingStoppedAt: string | null },
): boolean => category === 'MARKETING' && marketingStoppedAt !== null;

const EDITABLE: ReadonlySet<TemplateStatus> = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/** Whether Meta takes an edit of a template with this status. */
export const isEditable = (status: TemplateStatus): boolean => EDITABLE.has(status);

/** Returns the values of a template with every text changed. */
export const mapValues = (
  { header, body, buttons }: TemplateValues,
  change: (text: string) => string,
): { header: string; body: Record<string, string>; buttons: Record<string, string> } => {
  const changed = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
  return { header: change(header), body: changed(body), buttons: changed(buttons) };
};

/** Returns a text with the values of its variables; a variable without a value stays as it is written. */
export const fillVariables = (text: string, valueFor: (name: string) => string | undefined): string =>
  text.replace(VARIABLE, (whole, name: string) => valueFor(name) || whole);

/** A template as the contact reads it. */
export interface FilledTemplate {
  /** '' without a header of text. */
  header: string;
  body: string;
  footer: string;
  /** Buttons with their value: address, number or code; '' for a reply. */
  buttons: { kind: 'reply' | 'url' | 'call' | 'copy'; text: string; value: string }[];
}

const filledButton = (button: TemplateButton, given: string): FilledTemplate['buttons'][number] => {
  const { kind, text } = button;
  switch (kind) {
    case 'reply':
      return { kind, text, value: '' };
    case 'url':
      return { kind, text, value: fillVariables(button.url, () => given) };
    case 'call':
      return { kind, text, value: button.number };
    case 'copy':
      return { kind, text, value: given };
  }
};

/** Returns a template with the values of its variables; those without a value stay visible. */
export const fillTemplate = (
  { header, body, footer, buttons }: TemplateParts,
  values: TemplateValues,
): FilledTemplate => ({
  header: header.kind === 'text' ? fillVariables(header.text, () => values.header) : '',
  body: fillVariables(body, (name) => values.body[name]),
  footer,
  buttons: buttons.map((button, index) => filledButton(button, values.buttons[String(index)] ?? '')),
});
