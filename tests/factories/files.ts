/** A valid picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Returns the head of an Ogg Opus recording, padded to `bytes`. */
export const oggOpus = (bytes: number): Buffer => {
  const file = Buffer.alloc(bytes);
  file.write('OggS', 0, 'latin1');
  file.writeUInt8(2, 5);
  file.writeUInt8(1, 26);
  file.writeUInt8(19, 27);
  file.write('OpusHead', 28, 'latin1');
  return file;
};

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
