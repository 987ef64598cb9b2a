import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { FreshAudio, FreshVideo } from '../../../components/media/fresh-player.tsx';
import { radius } from '../../../theme/tokens.ts';
import type { FlowFileKind } from '../flow-files.ts';

const MEDIA = { maxWidth: '100%', maxHeight: 240, borderRadius: `${radius.control}px` } as const;

/** A player or picture of a flow's file. */
export const FlowFilePreview = ({ kind, path, name }: { kind: FlowFileKind; path: string; name: string }) => {
  if (kind === 'image')
    return <FreshImage src={path} alt={name} style={{ ...MEDIA, alignSelf: 'flex-start' }} />;
  if (kind === 'audio') return <FreshAudio controls src={path} aria-label={name} style={{ width: '100%' }} />;
  return (
    <FreshVideo controls muted playsInline src={path} aria-label={name} style={{ ...MEDIA, width: '100%' }} />
  );
};
