import * as z from 'zod';
import { sha256 } from '../../platform/ids.ts';
import type { FileKind } from '../channel.ts';
import { type FetchedFile, type Files, type ProviderAccount, ProviderFailed } from '../driver.ts';
import { graph, graphFile } from '../meta/graph-client.ts';
import { sourceOf } from '../meta/source-of.ts';
import { fileForUpload, upload } from '../meta/upload-file.ts';
import { cloudFileSchema } from './cloud-file.ts';

/** The types of files that the Cloud API takes. */
const TYPES: Readonly<Record<FileKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  document: [
    'text/plain',
    'application/pdf',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
};

const bareType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

/**
 * Returns how the Cloud API takes a file: as its kind, or else as a document. Every text is plain text for it.
 * Undefined for a type that it refuses.
 */
export const acceptedAs = (
  kind: FileKind,
  mimeType: string,
): { kind: FileKind; mimeType: string } | undefined => {
  const type = bareType(mimeType);
  if (TYPES[kind].includes(type)) return { kind, mimeType: type };
  if (Object.values(TYPES).some((types) => types.includes(type))) return { kind: 'document', mimeType: type };
  return type.startsWith('text/') ? { kind: 'document', mimeType: 'text/plain' } : undefined;
};

/** A file that is uploaded to Meta. */
export interface CloudMedia {
  kind: FileKind;
  id: string;
  mimeType: string;
  fileName: string;
}

const uploadedSchema = z.object({ id: z.string().min(1) });

/**
 * Uploads a file for one message.
 * @throws ProviderFailed `media-refused` for a type that WhatsApp does not take, `media-missing` if the file is gone
 */
export const uploadMedia = async (
  { accountId, accessToken }: ProviderAccount,
  file: { kind: FileKind; key: string; mimeType: string; fileName: string },
  files: Files,
): Promise<CloudMedia> => {
  const accepted = acceptedAs(file.kind, file.mimeType);
  if (accepted === undefined) throw new ProviderFailed('media-refused', { does: 'stop' });
  const fileName = file.fileName === '' ? 'file' : file.fileName;
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', accepted.mimeType);
  form.set('file', await fileForUpload(files, file.key, accepted.mimeType), fileName);
  const { id } = await upload({ path: `${accountId}/media`, form, token: accessToken }, uploadedSchema);
  return { ...accepted, id, fileName };
};

const addressSchema = z.object({ url: z.string().min(1) });

/** Asks Meta for the address of a file; an id that it does not know has expired. */
const addressOf = async (id: string, accessToken: string): Promise<string> => {
  try {
    const { url } = await graph({ path: encodeURIComponent(id), token: accessToken }, addressSchema);
    return url;
  } catch (error) {
    const isRefused = error instanceof ProviderFailed && error.remedy.does === 'stop';
    throw isRefused ? new ProviderFailed('media-missing', error.remedy, error.cause) : error;
  }
};

/** Returns the file at the address in the webhook, which spares a call, or at a new address when that has expired. */
const fetchAt = async (
  { id, url }: z.output<typeof cloudFileSchema>,
  accessToken: string,
  maxBytes: number,
): Promise<FetchedFile> => {
  if (url !== undefined) {
    try {
      return await graphFile(url, accessToken, maxBytes);
    } catch (error) {
      if (!(error instanceof ProviderFailed) || error.reason !== 'media-missing') throw error;
    }
  }
  return graphFile(await addressOf(id, accessToken), accessToken, maxBytes);
};

/**
 * Fetches the file of an inbound message.
 * @throws ProviderFailed `media-missing` if it has expired; one that is to be repeated if the bytes have another
 * digest than Meta announced
 */
export const fetchCloudFile = async (
  { accessToken }: ProviderAccount,
  source: string,
  maxBytes: number,
): Promise<FetchedFile> => {
  const wanted = sourceOf(cloudFileSchema, source);
  const file = await fetchAt(wanted, accessToken, maxBytes);
  if (wanted.sha256 !== undefined && wanted.sha256 !== sha256(file.bytes))
    throw new ProviderFailed('media-missing', { does: 'doubt' });
  return file;
};
