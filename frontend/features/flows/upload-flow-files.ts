import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { call } from '../../lib/api/api-client.ts';
import { uploadFile } from '../files/upload-file.ts';
import type { FlowFileKind } from './flow-files.ts';
import { smallerImage } from './smaller-image.ts';

const stored = async (file: File): Promise<string> =>
  uploadFile(file, new AbortController().signal, () => undefined);

/**
 * Uploads a file of a flow, a picture compressed.
 * @returns its name for the nodes
 * @throws ApiError
 */
export const uploadFlowFile = async (file: File, kind: FlowFileKind): Promise<string> => {
  const mediaKey = await stored(kind === 'image' ? await smallerImage(file) : file);
  if (kind === 'image') return (await call(flowRoutes.uploadImage, { body: { mediaKey } })).name;
  if (kind === 'audio') return (await call(flowRoutes.uploadAudio, { body: { mediaKey } })).name;
  return uploadContentFile(mediaKey);
};

const uploadContentFile = async (mediaKey: string): Promise<string> => {
  const [name = ''] = await call(flowRoutes.uploadContent, { body: { mediaKey } });
  return name;
};

/**
 * Uploads a file of a content node, a picture compressed.
 * @returns its name for the nodes
 * @throws ApiError
 */
export const uploadBlockFile = async (file: File, kind: FlowFileKind): Promise<string> =>
  uploadContentFile(await stored(kind === 'image' ? await smallerImage(file) : file));
