import { crc32, deflateSync } from 'node:zlib';
import type { DemoFile } from './demo-line.ts';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const WIDTH = 320;
const HEIGHT = 220;
type Rgb = readonly [number, number, number];

/**
 * Makes a picture of two soft colours and a bright disc. The file's name determines them, so that pictures can be
 * told apart.
 */
const makePng = (name: string): Buffer => {
  const seed = crc32(name);
  const top: Rgb = [60 + (seed & 127), 60 + ((seed >> 7) & 127), 60 + ((seed >> 14) & 127)];
  const bottom: Rgb = [top[2], top[0], top[1]];
  const [x0, y0] = [60 + (seed % 200), 50 + ((seed >> 9) % 120)];
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isDisc = (x - x0) ** 2 + (y - y0) ** 2 < 45 ** 2;
      for (const channel of [0, 1, 2] as const) {
        const mixed = top[channel] + ((bottom[channel] - top[channel]) * y) / HEIGHT;
        rows[y * (1 + WIDTH * 3) + 1 + x * 3 + channel] = isDisc ? Math.min(255, mixed + 90) : mixed;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
};

/** Makes a PDF of one A5 page with the file's name. */
const makePdf = (name: string): Buffer => {
  const content = `BT /F1 18 Tf 40 540 Td (${name.replace(/[()\\]/g, '')}) Tj 0 -30 Td /F1 11 Tf (Documento de demonstracao) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.lastIndexOf('xref')}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

const OGG_POLYNOMIAL = 0x04c11db7;
const oggCrc = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ OGG_POLYNOMIAL : crc << 1;
  }
  return crc >>> 0;
};

const oggPage = (
  packets: readonly Uint8Array[],
  flags: number,
  sequence: number,
  granule: number,
): Buffer => {
  const header = Buffer.alloc(27);
  header.write('OggS', 0, 'latin1');
  header[5] = flags;
  header.writeBigUInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = packets.length;
  const page = Buffer.concat([header, Uint8Array.from(packets, (packet) => packet.length), ...packets]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
};

const OPUS_RATE_HZ = 48_000;
const FRAME_SAMPLES = 960;
const FRAMES_PER_PAGE = 50;
/** 20 ms of silence, encoded in Opus. */
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Makes a silent voice note: Ogg Opus, mono. */
const makeOgg = (durationS: number): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.set([1, 1], 8);
  head.writeUInt32LE(OPUS_RATE_HZ, 12);
  const tags = Buffer.alloc(21);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(5, 8);
  tags.write('prosa', 12, 'latin1');
  const pages = [oggPage([head], 2, 0, 0), oggPage([tags], 0, 1, 0)];
  const frames = Math.round((durationS * OPUS_RATE_HZ) / FRAME_SAMPLES);
  for (let done = 0; done < frames; ) {
    const count = Math.min(FRAMES_PER_PAGE, frames - done);
    done += count;
    const packets = Array.from({ length: count }, () => SILENCE);
    pages.push(oggPage(packets, done === frames ? 4 : 0, pages.length, done * FRAME_SAMPLES));
  }
  return Buffer.concat(pages);
};

/** Returns the content of a demo file; always the same for the same file. */
export const makeDemoFile = (file: DemoFile): { bytes: Buffer; mimeType: string; fileName: string } => {
  switch (file.kind) {
    case 'image':
      return { bytes: makePng(file.fileName), mimeType: 'image/png', fileName: file.fileName };
    case 'pdf':
      return { bytes: makePdf(file.fileName), mimeType: 'application/pdf', fileName: file.fileName };
    case 'voice':
      return { bytes: makeOgg(file.durationS), mimeType: 'audio/ogg; codecs=opus', fileName: '' };
  }
};
