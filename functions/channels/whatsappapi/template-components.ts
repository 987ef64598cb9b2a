import type {
  TemplateButton,
  TemplateExamples,
  TemplateHeader,
  TemplateParts,
} from '@prosa/shared/entities/message-template.ts';
import { fillVariables, isNumbered, variablesOf } from '@prosa/shared/rules/message-template.ts';
import * as z from 'zod';
import type { WritableParts } from '../driver.ts';
import { lenient } from '../meta/lenient-fields.ts';

const words = z.string().catch('');
const exampleOf = lenient(z.union([z.string(), z.array(z.string()).transform(([first]) => first)]));
const namedExamples = lenient(z.array(z.object({ param_name: z.string(), example: z.string() })));

const buttonSchema = z.object({
  type: words,
  text: words,
  url: words,
  phone_number: words,
  example: exampleOf,
});
const componentSchema = z.object({
  type: words,
  format: words,
  text: words,
  buttons: z.array(buttonSchema).catch([]),
  example: lenient(
    z.object({
      header_text: lenient(z.array(z.string())),
      header_text_named_params: namedExamples,
      body_text: lenient(z.array(z.array(z.string()))),
      body_text_named_params: namedExamples,
    }),
  ),
});
/** The components of a template, as the Graph API lists them. */
export const componentsSchema = z.array(componentSchema);
type Component = z.output<typeof componentSchema>;
type Button = z.output<typeof buttonSchema>;

const FILE_FORMATS = { image: 'IMAGE', video: 'VIDEO', document: 'DOCUMENT' } as const;

const headerFrom = ({ format, text }: Component): TemplateHeader | undefined => {
  switch (format) {
    case 'TEXT':
      return { kind: 'text', text };
    case FILE_FORMATS.image:
      return { kind: 'image' };
    case FILE_FORMATS.video:
      return { kind: 'video' };
    case FILE_FORMATS.document:
      return { kind: 'document' };
    case 'LOCATION':
      return { kind: 'location' };
    default:
      return undefined;
  }
};

const buttonFrom = ({ type, text, url, phone_number: number }: Button): TemplateButton | undefined => {
  switch (type) {
    case 'QUICK_REPLY':
      return { kind: 'reply', text };
    case 'URL':
      return { kind: 'url', text, url };
    case 'PHONE_NUMBER':
      return { kind: 'call', text, number };
    case 'COPY_CODE':
      return { kind: 'copy', text };
    default:
      return undefined;
  }
};

const isPresent = <T>(one: T | undefined): one is T => one !== undefined;

/** Returns the value in the example of a button: that of an address is the whole address. */
const buttonExample = ({ url, example = '' }: Button): string => {
  const before = url.split('{{', 1)[0] ?? '';
  return before !== '' && example.startsWith(before) ? example.slice(before.length) : example;
};

const examplesFrom = (
  header: Component | undefined,
  body: Component | undefined,
  buttons: readonly Button[],
): TemplateExamples => {
  const numbered = body?.example?.body_text?.[0] ?? [];
  const named = body?.example?.body_text_named_params ?? [];
  const ofHeader = header?.example;
  const ofBody =
    named.length > 0
      ? named.map(({ param_name, example }) => [param_name, example])
      : variablesOf(body?.text ?? '').flatMap((name, index) => {
          const example = numbered[index];
          return example === undefined ? [] : [[name, example]];
        });
  return {
    header: ofHeader?.header_text?.[0] ?? ofHeader?.header_text_named_params?.[0]?.example ?? '',
    body: Object.fromEntries(ofBody),
    buttons: Object.fromEntries(
      buttons.flatMap((button, index) => {
        const example = buttonExample(button);
        return example === '' ? [] : [[String(index), example]];
      }),
    ),
  };
};

const KNOWN: ReadonlySet<string> = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);

/**
 * Converts the components of the Graph API. A component, header or button of a kind that we do not know is left out,
 * and the template cannot be sent.
 */
export const partsFrom = (
  components: readonly Component[],
): { parts: TemplateParts; examples: TemplateExamples; isSendable: boolean } => {
  const ofType = (type: string) => components.find((one) => one.type === type);
  const [header, body, footer] = [ofType('HEADER'), ofType('BODY'), ofType('FOOTER')];
  const written = ofType('BUTTONS')?.buttons ?? [];
  const head = header === undefined ? { kind: 'none' as const } : headerFrom(header);
  const buttons = written.map(buttonFrom);
  const known = buttons.filter(isPresent);
  return {
    parts: {
      header: head ?? { kind: 'none' },
      body: body?.text ?? '',
      footer: footer?.text ?? '',
      buttons: known,
    },
    examples: examplesFrom(header, body, written),
    isSendable:
      head !== undefined &&
      body !== undefined &&
      body.text !== '' &&
      known.length === buttons.length &&
      components.every(({ type }) => KNOWN.has(type)),
  };
};

/** Whether the variables of a template have names instead of numbers. */
export const isNamed = ({ header, body }: Pick<TemplateParts, 'header' | 'body'>): boolean =>
  [...variablesOf(body), ...(header.kind === 'text' ? variablesOf(header.text) : [])].some(
    (name) => !isNumbered(name),
  );

/** Returns the field `example` of a text: the values by their order, or by their names. */
const exampleFields = (
  place: 'header' | 'body',
  names: readonly string[],
  exampleFor: (name: string) => string,
  named: boolean,
) => {
  if (names.length === 0) return {};
  const byName = names.map((name) => ({ param_name: name, example: exampleFor(name) }));
  const values = names.map(exampleFor);
  const fields = named
    ? { [`${place}_text_named_params`]: byName }
    : { [`${place}_text`]: place === 'body' ? [values] : values };
  return { example: fields };
};

const buttonTo = (button: TemplateButton, example: string): object => {
  switch (button.kind) {
    case 'reply':
      return { type: 'QUICK_REPLY', text: button.text };
    case 'url': {
      const { text, url } = button;
      const filled = fillVariables(url, () => example);
      return { type: 'URL', text, url, ...(filled === url ? {} : { example: [filled] }) };
    }
    case 'call':
      return { type: 'PHONE_NUMBER', text: button.text, phone_number: button.number };
    case 'copy':
      return { type: 'COPY_CODE', example };
  }
};

const headerTo = (
  header: WritableParts['header'],
  example: string,
  { named, handle }: { named: boolean; handle: string | undefined },
): object[] => {
  switch (header.kind) {
    case 'none':
      return [];
    case 'text': {
      const fields = exampleFields('header', variablesOf(header.text), () => example, named);
      return [{ type: 'HEADER', format: 'TEXT', text: header.text, ...fields }];
    }
    default:
      return [{ type: 'HEADER', format: FILE_FORMATS[header.kind], example: { header_handle: [handle] } }];
  }
};

/**
 * Converts the parts of a template to components of the Graph API.
 * @param handle of the uploaded example of the header's file; undefined for a header without a file
 */
export const componentsFor = (
  { header, body, footer, buttons }: WritableParts,
  examples: TemplateExamples,
  handle?: string,
): object[] => {
  const named = isNamed({ header, body });
  const components = headerTo(header, examples.header, { named, handle });
  const example = exampleFields('body', variablesOf(body), (name) => examples.body[name] ?? '', named);
  components.push({ type: 'BODY', text: body, ...example });
  if (footer !== '') components.push({ type: 'FOOTER', text: footer });
  if (buttons.length > 0)
    components.push({
      type: 'BUTTONS',
      buttons: buttons.map((button, index) => buttonTo(button, examples.buttons[String(index)] ?? '')),
    });
  return components;
};
