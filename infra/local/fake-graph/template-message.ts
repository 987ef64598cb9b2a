import type { CloudContent } from './cloud-message.ts';
import { GraphRefused } from './graph-refused.ts';
import { fillIn, type Template, variablesOf } from './template-schemas.ts';

type Sent = Extract<CloudContent, { type: 'template' }>['content'];
type Component = NonNullable<Sent['components']>[number];

const MEDIA_FORMATS: readonly (string | undefined)[] = ['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'];

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
  for (const { type, format, text = '' } of template.components) {
    if (type === 'HEADER' && MEDIA_FORMATS.includes(format)) {
      if (given('header')?.parameters?.[0]?.type !== format?.toLowerCase())
        throw new GraphRefused(132012, { details: `header: Format mismatch, expected ${format}` });
    } else if (type === 'HEADER') parts.push(filled(template, text, given('header')));
    else if (type === 'BODY') parts.push(filled(template, text, given('body')));
    else if (type === 'FOOTER') parts.push(text);
  }
  const buttons = template.components.flatMap((component) => component.buttons ?? []);
  // The payload of a quick reply is the message's, otherwise the button's text.
  const options = buttons.flatMap(({ type, text = '' }, index) => {
    const chosen = sent.components?.find(
      (one) => one.sub_type === 'quick_reply' && Number(one.index) === index,
    );
    const id = chosen?.parameters?.[0]?.payload ?? text;
    return type === 'QUICK_REPLY' ? [{ id, title: text }] : [];
  });
  return { category: template.category, text: parts.join('\n\n'), options };
};
