import {
  type MessageTemplateView,
  type messageTemplateRoutes,
  TEMPLATE_LIMITS,
} from '@prosa/shared/contracts/message-templates.ts';
import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_FILE_KINDS,
  type TemplateButton,
  type TemplateFileKind,
} from '@prosa/shared/entities/message-template.ts';
import { isEditable, isNumbered, needsValue, variablesOf } from '@prosa/shared/rules/message-template.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import type { MediaChange } from '../files/components/form-file.tsx';

export const HEADER_KINDS = ['none', 'text', ...TEMPLATE_FILE_KINDS] as const;
export const BUTTON_KINDS = ['reply', 'url', 'call', 'copy'] as const;

const text = (max: number) => z.string().trim().max(max);
const example = text(TEMPLATE_LIMITS.example);

/** A button's fields, whatever its kind; `value` is an address or a number. */
const buttonSchema = z.object({
  kind: z.enum(BUTTON_KINDS),
  text: text(TEMPLATE_LIMITS.buttonText),
  value: text(TEMPLATE_LIMITS.url),
  example,
});
const headerSchema = z.object({
  kind: z.enum(HEADER_KINDS),
  text: text(TEMPLATE_LIMITS.header),
  example,
  /** The example of a header's file, one for each kind; `keep` without one. */
  files: z.object({
    image: z.custom<MediaChange>(),
    video: z.custom<MediaChange>(),
    document: z.custom<MediaChange>(),
  }),
});
const fieldsSchema = z.object({
  name: text(TEMPLATE_LIMITS.name),
  language: z.string().min(1),
  category: z.enum(TEMPLATE_CATEGORIES),
  header: headerSchema,
  body: text(TEMPLATE_LIMITS.body),
  footer: text(TEMPLATE_LIMITS.footer),
  buttons: z.array(buttonSchema).max(TEMPLATE_LIMITS.buttons),
  /** Examples of the text's variables, by name; also of variables that are no longer in the text. */
  examples: z.record(z.string(), example.optional()),
});
export type TemplateFields = z.infer<typeof fieldsSchema>;
type ButtonFields = z.infer<typeof buttonSchema>;

export const emptyButton = (kind: ButtonFields['kind']): ButtonFields => ({
  kind,
  text: '',
  value: '',
  example: '',
});

const NO_HEADER: TemplateFields['header'] = {
  kind: 'none',
  text: '',
  example: '',
  files: { image: 'keep', video: 'keep', document: 'keep' },
};

/** Returns the fields of a new template, in the language of the company. */
export const newTemplateFields = (language: string): TemplateFields => ({
  name: '',
  language,
  category: 'UTILITY',
  header: NO_HEADER,
  body: '',
  footer: '',
  buttons: [],
  examples: {},
});

const targetOf = (button: TemplateButton): string => {
  switch (button.kind) {
    case 'url':
      return button.url;
    case 'call':
      return button.number;
    default:
      return '';
  }
};

const isFileKind = (kind: string): kind is TemplateFileKind =>
  TEMPLATE_FILE_KINDS.some((one) => one === kind);

const headerFields = ({ header, examples }: MessageTemplateView): TemplateFields['header'] => {
  if (header.kind === 'text') return { ...NO_HEADER, ...header, example: examples.header };
  return isFileKind(header.kind) ? { ...NO_HEADER, kind: header.kind } : NO_HEADER;
};

/** Returns the fields of a template that {@link editObstacle} lets through. Meta does not give its example files back. */
export const fieldsOf = (template: MessageTemplateView): TemplateFields => {
  const { name, language, category, body, footer, buttons, examples } = template;
  return {
    name,
    language,
    category,
    header: headerFields(template),
    body,
    footer,
    buttons: buttons.map((button, index) => ({
      kind: button.kind,
      text: button.text,
      value: targetOf(button),
      example: examples.buttons[index] ?? '',
    })),
    examples: examples.body,
  };
};

/** Returns why a template cannot be edited: its status, or parts that the form does not have; null if it can. */
export const editObstacle = ({
  status,
  header,
  isSendable,
}: MessageTemplateView): 'status' | 'parts' | null => {
  if (!isEditable(status)) return 'status';
  return isSendable && header.kind !== 'location' ? null : 'parts';
};

/** Returns a typed name in the form that Meta takes: lower-case letters without accents, digits and underscores. */
export const cleanName = (typed: string): string =>
  typed
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, TEMPLATE_LIMITS.name);

/** Returns a new variable of a text, of the kind that the text has: the next number, or a new name. */
export const nextVariable = (body: string): string => {
  const names = variablesOf(body);
  const numbers = names.filter(isNumbered).map(Number);
  if (numbers.length === names.length) return String(Math.max(0, ...numbers) + 1);
  const free = names.map((_, index) => `value_${index + 1}`).find((name) => !names.includes(name));
  return free ?? `value_${names.length + 1}`;
};

const digitsOf = (number: string): string => number.replace(/[\s().-]/g, '');

const buttonOf = ({ kind, text: label, value }: ButtonFields): TemplateButton => {
  switch (kind) {
    case 'url':
      return { kind, text: label, url: value };
    case 'call':
      return { kind, text: label, number: digitsOf(value) };
    default:
      return { kind, text: label };
  }
};

export const needsExample = (button: ButtonFields): boolean => needsValue(buttonOf(button));

type Texts = TFunction<['message-templates', 'common']>;
type Problem = [path: (string | number)[], text: string];

/** Returns what is wrong with the variables of a text. */
const variableProblem = (whole: string, t: Texts): string | undefined => {
  const names = variablesOf(whole);
  const rest = names.reduce((left, name) => left.replaceAll(`{{${name}}}`, ''), whole);
  if (rest.includes('{{') || rest.includes('}}')) return t('problem.braces');
  const numbers = names.filter(isNumbered).map(Number);
  if (numbers.length === 0) return undefined;
  if (numbers.length < names.length) return t('problem.mixed');
  return Math.max(...numbers) === numbers.length ? undefined : t('problem.gap');
};

/** Returns the chosen example of the header's file; null for none. */
export const sampleOf = ({ header }: Pick<TemplateFields, 'header'>): File | null => {
  const file = isFileKind(header.kind) ? header.files[header.kind] : null;
  return file instanceof File ? file : null;
};

const headerProblems = ({ header }: TemplateFields, t: Texts): Problem[] => {
  if (header.kind === 'none') return [];
  if (isFileKind(header.kind))
    return sampleOf({ header }) === null
      ? [[['header', 'files', header.kind], t('common:field.required')]]
      : [];
  if (header.text === '') return [[['header', 'text'], t('common:field.required')]];
  const names = variablesOf(header.text);
  const problem = names.length > 1 ? t('problem.oneVariable') : variableProblem(header.text, t);
  if (problem !== undefined) return [[['header', 'text'], problem]];
  return names.length > 0 && header.example === ''
    ? [[['header', 'example'], t('common:field.required')]]
    : [];
};

const bodyProblems = ({ body, examples }: TemplateFields, t: Texts): Problem[] => {
  if (body === '') return [[['body'], t('common:field.required')]];
  const problem = variableProblem(body, t);
  if (problem !== undefined) return [[['body'], problem]];
  return variablesOf(body)
    .filter((name) => (examples[name] ?? '') === '')
    .map((name) => [['examples', name], t('common:field.required')]);
};

const ADDRESS = /^https?:\/\/[^\s{]+$/;
const PHONE = /^\+?\d{3,20}$/;

/** Returns what is wrong with the address or number of a button. */
const targetProblem = ({ kind, value }: ButtonFields, t: Texts): string | undefined => {
  if (kind !== 'url' && kind !== 'call') return undefined;
  if (value === '') return t('common:field.required');
  if (kind === 'call') return PHONE.test(digitsOf(value)) ? undefined : t('problem.number');
  // One variable may stand at the end.
  const [name] = variablesOf(value);
  const fixed =
    name === undefined || !value.endsWith(`{{${name}}}`) ? value : value.slice(0, -name.length - 4);
  return ADDRESS.test(fixed) ? undefined : t('problem.address');
};

const buttonProblems = ({ buttons }: TemplateFields, t: Texts): Problem[] =>
  buttons.flatMap((button, index): Problem[] => {
    const at = (field: string, problem: string | undefined): Problem[] =>
      problem === undefined ? [] : [[['buttons', index, field], problem]];
    const required = t('common:field.required');
    return [
      ...at('text', button.text === '' && button.kind !== 'copy' ? required : undefined),
      ...at('value', targetProblem(button, t)),
      ...at('example', needsExample(button) && button.example === '' ? required : undefined),
    ];
  });

/** Returns the schema of the fields of a template, with the rules of Meta that can be checked before it is sent. */
export const templateFormSchema = (t: Texts) =>
  fieldsSchema.superRefine((fields, context) => {
    const problems: Problem[] = [
      ...(fields.name === '' ? [[['name'], t('common:field.required')] satisfies Problem] : []),
      ...headerProblems(fields, t),
      ...bodyProblems(fields, t),
      ...buttonProblems(fields, t),
    ];
    for (const [path, message] of problems) context.addIssue({ code: 'custom', path, message });
  });

/** @param file what a header with a file has besides its kind */
const headerOf = <F extends object>({ kind, text: label }: TemplateFields['header'], file: F) => {
  if (kind === 'text') return { kind, text: label };
  return isFileKind(kind) ? { kind, ...file } : { kind };
};

/** Returns the parts of the fields as a template has them. */
export const partsOf = ({ header, body, footer, buttons }: TemplateFields) => ({
  header: headerOf(header, {}),
  body,
  footer,
  buttons: buttons.map(buttonOf),
});

/** Returns the examples of the variables that the parts have. */
export const examplesOf = ({ header, body, buttons, examples }: TemplateFields) => ({
  header: header.kind === 'text' && variablesOf(header.text).length > 0 ? header.example : '',
  body: Object.fromEntries(variablesOf(body).map((name) => [name, examples[name] ?? ''])),
  buttons: Object.fromEntries(
    buttons.flatMap((button, index) => (needsExample(button) ? [[String(index), button.example]] : [])),
  ),
});

/**
 * Returns the request body without the connection, the name and the language.
 * @param mediaKey key of the uploaded example of the header's file; not used without one
 */
export const templateBody = (
  fields: TemplateFields,
  mediaKey: string,
): Omit<BodyInput<typeof messageTemplateRoutes.update>, 'whatsappId'> => ({
  category: fields.category,
  ...partsOf(fields),
  header: headerOf(fields.header, { mediaKey }),
  examples: examplesOf(fields),
});
