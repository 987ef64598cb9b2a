import type { CloudContent } from './cloud-message.ts';
import { GraphRefused } from './graph-refused.ts';
import { fillIn, needsValue, type Template, variablesOf } from './template-schemas.ts';

type Sent = Extract<CloudContent, { type: 'template' }>['content'];
type Component = NonNullable<Sent['components']>[number];

/**
 * Returns a text of the template with the values of the message.
 * @throws GraphRefused 132000 for another number of values, 132012 for values of another form
 */
const filled = (template: Template, text: string, given: Component | undefined): string => {
  const parameters = given?.parameters ?? [];
  const names = variablesOf(text);
  if (parameters.length !== names.length)
    throw new GraphRefused(132000, {
      details: `${given?.type ?? 'body'}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    });
  const isNamed = template.parameter_format === 'NAMED';
  const values = new Map(
    parameters.map(({ type, text: value, parameter_name }, index) => {
      const isText = type === 'text' && value !== undefined && value !== '';
      if (!isText && type !== 'currency' && type !== 'date_time')
        throw new GraphRefused(132012, { details: `parameter ${index + 1} is no text` });
      return [isNamed ? (parameter_name ?? '') : (names[index] ?? ''), value ?? ''];
    }),
  );
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined) throw new GraphRefused(132012, { details: `parameter ${missing} is missing` });
  return fillIn(text, (name) => values.get(name) ?? '');
};

type Button = NonNullable<Template['components'][number]['buttons']>[number];

/**
 * Returns the line that shows a button which opens an address, calls or copies; none for a quick reply.
 * @throws GraphRefused 131008 for a missing value, 132018 for a value of a button that has none
 */
const shownButton = (button: Button, index: number, given: Component | undefined): string[] => {
  const { type, text = '', url = '', phone_number: number = '' } = button;
  const [parameter] = given?.parameters ?? [];
  const value = type === 'COPY_CODE' ? parameter?.coupon_code : parameter?.text;
  if (needsValue(button) && (value === undefined || value === ''))
    throw new GraphRefused(131008, { details: `buttons: Button at index ${index} requires a parameter` });
  if (type === 'QUICK_REPLY') return [];
  if (!needsValue(button) && parameter !== undefined)
    throw new GraphRefused(132018, { details: `buttons: Button at index ${index} has no parameter` });
  if (type === 'URL') return [`${text}: ${fillIn(url, () => value ?? '')}`];
  return [type === 'COPY_CODE' ? `${text}: ${value}` : `${text}: ${number}`];
};

/** Kind of a file in a header, as a message's parameter names it. */
type FileKind = 'image' | 'video' | 'document';
const FILE_KINDS: readonly FileKind[] = ['image', 'video', 'document'];

/**
 * Returns the file of a header.
 * @throws GraphRefused 132012 for another kind of parameter
 */
const headerFile = (format: string, given: Component | undefined) => {
  const [parameter] = given?.parameters ?? [];
  const kind = FILE_KINDS.find((one) => one === format.toLowerCase());
  if (parameter?.type !== format.toLowerCase())
    throw new GraphRefused(132012, { details: `header: Format mismatch, expected ${format}` });
  const sent = kind === undefined ? undefined : parameter[kind];
  if (kind !== undefined && sent === undefined)
    throw new GraphRefused(131008, { details: `header: ${kind} is missing` });
  return kind === undefined || sent === undefined ? undefined : { kind, sent };
};

/**
 * Returns what a customer sees of a template.
 * @throws GraphRefused as the Cloud API refuses it
 */
export const fillTemplate = (templates: readonly Template[], sent: Sent) => {
  const template = templates.find((one) => one.name === sent.name && one.language === sent.language.code);
  if (template?.status === 'PAUSED') throw new GraphRefused(132015);
  if (template?.status === 'DISABLED') throw new GraphRefused(132016);
  if (template === undefined || template.status !== 'APPROVED')
    throw new GraphRefused(132001, {
      details: `template name (${sent.name}) does not exist in ${sent.language.code}`,
    });
  const given = (type: Component['type']) => sent.components?.find((one) => one.type === type);
  const parts: string[] = [];
  let file: ReturnType<typeof headerFile>;
  for (const { type, format, text = '' } of template.components) {
    if (type === 'HEADER' && format !== undefined && format !== 'TEXT')
      file = headerFile(format, given('header'));
    else if (type === 'HEADER') parts.push(filled(template, text, given('header')));
    else if (type === 'BODY') parts.push(filled(template, text, given('body')));
    else if (type === 'FOOTER') parts.push(text);
  }
  const buttons = template.components.flatMap((component) => component.buttons ?? []);
  const ofButton = (index: number) =>
    sent.components?.find((one) => one.type === 'button' && Number(one.index) === index);
  parts.push(...buttons.flatMap((button, index) => shownButton(button, index, ofButton(index))));
  // The payload of a quick reply is the message's, otherwise the button's text.
  const options = buttons.flatMap(({ type, text = '' }, index) => {
    const id = ofButton(index)?.parameters?.[0]?.payload ?? text;
    return type === 'QUICK_REPLY' ? [{ id, title: text }] : [];
  });
  return { category: template.category, text: parts.join('\n\n'), options, file };
};
