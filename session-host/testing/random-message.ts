/** A class that protobufjs made of a type of messages. */
interface MessageType<T> {
  create(): T;
  fromObject(fields: Record<string, unknown>): T;
}
type FieldKind = 'scalar' | 'message' | 'scalars' | 'messages';
interface Field {
  name: string;
  kind: FieldKind;
  /** Of a message, or of each of several. */
  type?: MessageType<object>;
}

const MAX_DEPTH = 4;
const SCALARS: readonly unknown[] = [
  '',
  ' ',
  'x',
  'https://loja.example/1',
  'javascript:alert(1)',
  'BEGIN:VCARD\nFN:\nEND:VCARD',
  '{"sections":[{"rows":[{}]}]}',
  '{',
  '\u0000\ud800',
  'x'.repeat(5000),
  0,
  -1,
  1,
  2,
  14,
  2 ** 31,
  2 ** 53,
  Number.NaN,
  true,
  Buffer.alloc(0),
  Buffer.alloc(32, 7),
  Buffer.alloc(5000, 7),
];

const isMessageType = (value: unknown): value is MessageType<object> =>
  typeof value === 'function' && 'fromObject' in value && 'create' in value;

/** Why a type refuses a value of a field, in the words of protobufjs; empty where it takes it. */
const refusalOf = (type: MessageType<object>, name: string, value: unknown): string => {
  try {
    type.fromObject({ [name]: value });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const fieldOf = (type: MessageType<object>, name: string): Field => {
  const isList = refusalOf(type, name, 1).includes('array expected');
  const isMessage = refusalOf(type, name, isList ? [1] : 1).includes('object expected');
  if (!isMessage) return { name, kind: isList ? 'scalars' : 'scalar' };
  const made: unknown = Reflect.get(type.fromObject({ [name]: isList ? [{}] : {} }), name);
  const one: unknown = Array.isArray(made) ? made[0] : made;
  const inner: unknown = typeof one === 'object' && one !== null ? one.constructor : undefined;
  if (!isMessageType(inner)) throw new Error(`${name} has no type`);
  return { name, kind: isList ? 'messages' : 'message', type: inner };
};

const known = new Map<MessageType<object>, readonly Field[]>();
const fieldsOf = (type: MessageType<object>): readonly Field[] => {
  const fields =
    known.get(type) ?? Object.keys(Object.getPrototypeOf(type.create())).map((name) => fieldOf(type, name));
  known.set(type, fields);
  return fields;
};

/**
 * Makes a message of random fields with random values, as deep as people's messages are.
 * @param words more texts that a field may hold
 */
export const randomMessage = <T extends object>(
  type: MessageType<T>,
  random: () => number,
  words: readonly string[],
): T => {
  const pick = <V>(items: readonly V[]): V | undefined => items[Math.floor(random() * items.length)];
  const scalar = (): unknown => (random() < 0.3 ? pick(words) : pick(SCALARS));
  const several = (make: () => unknown): unknown[] => Array.from({ length: Math.floor(random() * 4) }, make);
  const valuesOf = (of: MessageType<object>, depth: number): Record<string, unknown> => {
    const fields = fieldsOf(of);
    const values: Record<string, unknown> = {};
    const count = depth === 0 ? 1 + Math.floor(random() * 2) : Math.floor(random() * 6);
    for (let index = 0; index < count; index++) {
      const field = pick(fields);
      if (field === undefined) break;
      const inner = () =>
        field.type === undefined || depth >= MAX_DEPTH ? {} : valuesOf(field.type, depth + 1);
      const make = { scalar, scalars: () => several(scalar), message: inner, messages: () => several(inner) };
      const value = make[field.kind]();
      // A text where the type wants bytes may not be base64, and the like.
      if (refusalOf(of, field.name, value) === '') values[field.name] = value;
    }
    return values;
  };
  return type.fromObject(valuesOf(type, 0));
};
