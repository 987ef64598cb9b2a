type ParamNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters of a template: `company-{companyId}-chat-{chatId}` has the numbers `companyId` and `chatId`. */
export type NameParams<Template extends string> = Readonly<Record<ParamNames<Template>, number>>;

const PARAMETER = /\{(\w+)\}/g;
const NUMBER = /\d+/g;
const paramNames = (template: string): string[] =>
  [...template.matchAll(PARAMETER)].map(([, name = '']) => name);

/** Returns the name of an event: its template with the parameters filled in. */
export const formatName = <Template extends string>(
  template: Template,
  params: NameParams<Template>,
): string => template.replace(PARAMETER, (_, name: string) => String(Reflect.get(params, name)));

interface Named {
  readonly name: string;
}

/** The registry row that a name belongs to, with the name's parameters. */
export type ReadName<Rows extends Record<string, Named>> = {
  [K in keyof Rows & string]: { key: K; params: NameParams<Rows[K]['name']> };
}[keyof Rows & string];

/**
 * Returns a function that parses names by the templates of a registry. It returns undefined for a name that no
 * template can produce: an unknown event, a number with leading zeros or one too large for an id. Templates have no
 * digits outside their parameters.
 */
export const createNameReader = <Rows extends Record<string, Named>>(
  rows: Rows,
): ((text: string) => ReadName<Rows> | undefined) => {
  const byShape = new Map(
    Object.entries(rows).map(([key, { name }]) => [name.replace(PARAMETER, '#'), { key, template: name }]),
  );
  const belongs = (read: { key: string; params: object }): read is ReadName<Rows> =>
    Object.hasOwn(rows, read.key);
  return (text) => {
    const found = byShape.get(text.replace(NUMBER, '#'));
    if (found === undefined) return undefined;
    const numbers = [...text.matchAll(NUMBER)].map(Number);
    if (!numbers.every(Number.isSafeInteger)) return undefined;
    const params = Object.fromEntries(
      paramNames(found.template).map((name, index) => [name, numbers[index] ?? 0]),
    );
    if (formatName<string>(found.template, params) !== text) return undefined;
    const read = { key: found.key, params };
    return belongs(read) ? read : undefined;
  };
};
