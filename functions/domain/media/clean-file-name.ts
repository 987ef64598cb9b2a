import { cleanText } from '@prosa/shared/entities/common.ts';

const MAX_CHARS = 150;

/** A file name to show and to offer for saving: without path, control or bidirectional characters (S-37, S-43). */
export const cleanFileName = (name: string, fallback = 'file'): string => {
  const clean = cleanText(name)
    .replace(/[\\/:*?"<>|\r\n\t]+/g, '_')
    .replace(/^\.+/, '');
  if (clean === '') return fallback;
  const points = [...clean];
  if (points.length <= MAX_CHARS) return clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : '';
  return points.slice(0, MAX_CHARS - extension.length).join('') + extension;
};
