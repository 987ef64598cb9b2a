const BOUNDARY = 'prosa-form';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const OPEN = `--${BOUNDARY}\r\n`;
const CLOSE = `--${BOUNDARY}--\r\n`;
const KB = 1024;

const field = (name: string, text: string): string =>
  `${OPEN}content-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = (name: string, content = 'content'): string =>
  `${OPEN}content-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${content}\r\n`;
const repeated = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

export interface BrokenForm {
  what: string;
  type: string;
  body: string;
}

/**
 * Returns malformed and oversized form bodies, with a file under `name` if they have one. Each must be refused, and
 * none may end the process that reads it.
 */
export const brokenForms = (name: string): BrokenForm[] => {
  const whole = `${field('a', 'b')}${file(name)}${CLOSE}`;
  const cuts = [
    0,
    1,
    OPEN.length,
    OPEN.length + 10,
    whole.indexOf('\r\n\r\n') + 4,
    whole.indexOf('filename'),
    whole.indexOf('image/png'),
    whole.indexOf('content\r\n'),
    whole.indexOf('content\r\n') + 3,
    whole.length - CLOSE.length,
    whole.length - 4,
  ];
  const bodies: Record<string, string> = {
    ...Object.fromEntries(cuts.map((at) => [`cut off at byte ${at}`, whole.slice(0, at)])),
    'a file cut off behind another': `${file(name)}${file(name).slice(0, -4)}`,
    'a file that only seems to end': `${file(name)}--${BOUNDARY}-`,
    'a boundary of its own': whole.replaceAll(BOUNDARY, 'other'),
    'a header that is longer than any': `${OPEN}content-disposition: form-data; name="${'x'.repeat(20 * KB)}"\r\n\r\n1\r\n${CLOSE}`,
    'several headers that are none': `${repeated(3, () => `${OPEN}\u0001: x\r\n\r\n1\r\n`)}${CLOSE}`,
    'a header without end': `${OPEN}content-disposition: form-data; name="a"`,
    'a part without a name': `${OPEN}content-disposition: form-data\r\n\r\n1\r\n${CLOSE}`,
    'a file without a name': `${OPEN}content-disposition: form-data; filename="a.png"\r\n\r\n1\r\n${CLOSE}`,
    'a file without a name that is cut off': `${OPEN}content-disposition: form-data; filename="a.png"\r\n\r\n1`,
    'a field aimed at the prototype': `${field('__proto__', '{"polluted":1}')}${CLOSE}`,
    'more files than any message has': `${repeated(11, () => file(name))}${CLOSE}`,
    'more fields than any route has': `${repeated(60, (index) => field(`f${index}`, '1'))}${CLOSE}`,
    'parts without end': `${repeated(500, () => `${OPEN}x: y\r\n\r\n1\r\n`)}${CLOSE}`,
    'a field that is longer than any': `${field('a', 'x'.repeat(1100 * KB))}${CLOSE}`,
  };
  return [
    ...Object.entries(bodies).map(([what, body]) => ({ what, type: FORM_TYPE, body })),
    { what: 'no boundary', type: 'multipart/form-data', body: whole },
    { what: 'an empty boundary', type: 'multipart/form-data; boundary=', body: whole },
    {
      what: 'a boundary that never comes',
      type: `multipart/form-data; boundary=${'y'.repeat(200)}`,
      body: whole,
    },
  ];
};

/** Returns a complete form whose file comes before its other fields. */
export const reorderedForm = (name: string, fields: Record<string, string>): string =>
  `${file(name)}${Object.entries(fields)
    .map(([key, text]) => field(key, text))
    .join('')}${CLOSE}`;
