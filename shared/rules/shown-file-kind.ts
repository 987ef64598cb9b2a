import { baseType } from './refused-type.ts';

/** Types that customers' apps show directly. Other pictures, videos and sounds are sent as documents. */
const SHOWN: Readonly<Record<string, 'image' | 'video' | 'audio'>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'video/quicktime': 'video',
  'audio/ogg': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
};

/** Returns as what a file of a type is sent; undefined for a document. */
export const shownKindOf = (mimeType: string): 'image' | 'video' | 'audio' | undefined =>
  SHOWN[baseType(mimeType)];
