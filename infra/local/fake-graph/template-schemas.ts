import * as z from 'zod';

/** Languages of the product, and those of Meta's own examples. */
const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2})?$/;

const buttonSchema = z.object({
  type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'OTP', 'CATALOG']),
  text: z.string().max(25).optional(),
  url: z.string().optional(),
  phone_number: z.string().max(20).optional(),
  /** The whole address of a button with a variable, or the code to copy. */
  example: z.union([z.string(), z.array(z.string())]).optional(),
});
const exampleSchema = z.object({
  body_text: z.array(z.array(z.string())).optional(),
  body_text_named_params: z.array(z.object({ param_name: z.string(), example: z.string() })).optional(),
  header_text: z.array(z.string()).optional(),
  header_text_named_params: z.array(z.object({ param_name: z.string(), example: z.string() })).optional(),
  header_handle: z.array(z.string()).optional(),
});
export const componentsSchema = z
  .array(
    z.object({
      type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
      format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']).optional(),
      text: z.string().optional(),
      buttons: z.array(buttonSchema).max(10).optional(),
      example: exampleSchema.optional(),
    }),
  )
  .refine((all) => all.some(({ type }) => type === 'BODY'), 'a BODY is required');

export const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

export const newTemplateSchema = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(LANGUAGE),
  category: z.enum(CATEGORIES),
  parameter_format: z.enum(['POSITIONAL', 'NAMED', 'positional', 'named']).default('POSITIONAL'),
  components: componentsSchema,
});

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(CATEGORIES),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']),
  components: componentsSchema,
  status: z.enum(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED']),
  rejected_reason: z.string(),
  /** Epoch milliseconds of the edits of the approved template, and of its first approval. */
  editedAtMs: z.array(z.number()),
  isApprovedOnce: z.boolean(),
});
export type Template = z.output<typeof templateSchema>;
export type TemplateStatus = Template['status'];

const VARIABLE = /\{\{([a-z0-9_]{1,60})\}\}/g;

/** Returns the names or numbers of a text's variables, each once. */
export const variablesOf = (text = ''): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Returns a text with the values of its variables. */
export const fillIn = (text: string, valueFor: (name: string) => string): string =>
  text.replace(VARIABLE, (_whole, name: string) => valueFor(name));

/** Types of the uploaded example of a header's file. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  IMAGE: ['image/jpeg', 'image/jpg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
};

/** Whether a message must give a value for a button. */
export const needsValue = ({ type, url }: z.output<typeof buttonSchema>): boolean =>
  type === 'COPY_CODE' || (type === 'URL' && variablesOf(url).length > 0);

/**
 * Returns why the examples of variables and files are refused; undefined if all are there.
 * @param typeOf see `Surroundings`
 */
export const exampleProblem = (
  { components }: Pick<Template, 'components'>,
  typeOf: (handle: string) => string | undefined,
): string | undefined => {
  for (const { type, format, text, example, buttons = [] } of components) {
    const count = variablesOf(text).length;
    const given =
      type === 'HEADER'
        ? (example?.header_text ?? example?.header_text_named_params)
        : (example?.body_text?.[0] ?? example?.body_text_named_params);
    if (count > 0 && (given?.length ?? 0) !== count)
      return `component of type ${type} is missing expected field(s) (example)`;
    const types = type === 'HEADER' ? FILE_TYPES[format ?? ''] : undefined;
    if (types !== undefined) {
      const [handle] = example?.header_handle ?? [];
      if (handle === undefined) return `component of type ${type} is missing expected field(s) (example)`;
      const given = typeOf(handle);
      if (given === undefined) return 'Uploaded media handle is invalid';
      if (!types.includes(given)) return `Media of type ${given} is not supported in a header of ${format}`;
    }
    if (buttons.some((button) => needsValue(button) && (button.example ?? '').length === 0))
      return `component of type ${type} is missing expected field(s) (example)`;
  }
  return undefined;
};
