import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { cloudFileProblem } from './file-limits.ts';
import { type FilePart, type GraphCall, textParam } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Life of a session, and of a handle that no template names yet. */
const LIFE_MS = DAY_MS;
/** Types of files that sessions take (Meta's list). */
const TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];

const sessionSchema = z.object({
  mimeType: z.string(),
  size: z.int(),
  signature: z.string(),
  expiresAtMs: z.number(),
});
const handleSchema = z.object({ mimeType: z.string(), expiresAtMs: z.number() });

/** The resumable uploads of the app: sessions, and the handles of the files that arrived. */
export class Uploads {
  private readonly now: () => number;
  private readonly sessions: Shelf<typeof sessionSchema>;
  private readonly handles: Shelf<typeof handleSchema>;

  constructor(journal: Journal, now: () => number) {
    this.now = now;
    this.sessions = new Shelf(journal, 'upload-session', sessionSchema);
    this.handles = new Shelf(journal, 'upload-handle', handleSchema);
  }

  /**
   * Begins a session.
   * @returns its id, whose signature stands in a query
   * @throws GraphRefused 100 for a type or a size that no session takes
   */
  start(mimeType: string, size: number): string {
    if (!TYPES.includes(mimeType))
      throw new GraphRefused(100, { details: `The parameter file_type is not supported: ${mimeType}` });
    if (!Number.isInteger(size) || size < 1)
      throw new GraphRefused(100, { details: 'The parameter file_length is required' });
    const id = `upload:${randomBytes(24).toString('base64url')}`;
    const signature = randomBytes(12).toString('base64url');
    this.sessions.set(id, { mimeType, size, signature, expiresAtMs: this.now() + LIFE_MS });
    return `${id}?sig=${signature}`;
  }

  /**
   * Takes the whole file of a session, which ends the session.
   * @returns the handle of the file
   * @throws GraphRefused 100 for an unknown or expired session, and for a file that is not the announced one
   */
  finish(id: string, signature: string | undefined, { offset, bytes, scheme }: FilePart): string {
    const session = this.sessions.get(id);
    if (session === undefined || session.signature !== signature || session.expiresAtMs <= this.now())
      throw new GraphRefused(100, { details: 'The upload session is unknown or has expired' });
    if (scheme !== 'OAuth') throw new GraphRefused(190, { details: 'An OAuth header is required' });
    if (offset !== '0') throw new GraphRefused(100, { details: 'The offset is not that of the session' });
    const { mimeType, size } = session;
    if (bytes.length !== size)
      throw new GraphRefused(100, { details: 'The file is not as long as was announced' });
    const problem = cloudFileProblem({ mimeType: mimeType === 'image/jpg' ? 'image/jpeg' : mimeType, bytes });
    if (problem !== undefined) throw new GraphRefused(100, { details: problem });
    this.sessions.delete(id);
    const type = Buffer.from(mimeType).toString('base64');
    const handle = `4::${type}:${randomBytes(24).toString('base64url')}:e`;
    this.handles.set(handle, { mimeType, expiresAtMs: this.now() + LIFE_MS });
    return handle;
  }

  /** Returns the type of an uploaded file; undefined for a handle that is unknown or has expired. */
  typeOf(handle: string): string | undefined {
    const known = this.handles.get(handle);
    return known === undefined || known.expiresAtMs <= this.now() ? undefined : known.mimeType;
  }
}

/** Carries out `POST /{app}/uploads`. */
export const startUpload = ({ uploads }: World, call: GraphCall): object => {
  if (call.method !== 'POST') throw new GraphRefused(100, { details: 'Unsupported request' });
  const size = Number(textParam(call, 'file_length') ?? 0);
  return { id: uploads.start(textParam(call, 'file_type') ?? '', size) };
};

/** Carries out `POST /upload:{session}`. */
export const serveUpload = ({ uploads }: World, call: GraphCall): object => {
  const { method, path, part } = call;
  if (method !== 'POST' || part === undefined)
    throw new GraphRefused(100, { details: 'The header file_offset is required' });
  return { h: uploads.finish(decodeURIComponent(path[0] ?? ''), textParam(call, 'sig'), part) };
};
