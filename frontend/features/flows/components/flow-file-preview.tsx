import Box from '@mui/material/Box';
import { radius } from '../../../theme/tokens.ts';
import type { FlowFileKind } from '../flow-files.ts';

const MEDIA = { maxWidth: '100%', maxHeight: 240, borderRadius: `${radius.control}px` } as const;

/** A player or picture of a flow's file. */
export const FlowFilePreview = ({ kind, path, name }: { kind: FlowFileKind; path: string; name: string }) => {
  if (kind === 'image')
    return <Box component="img" src={path} alt={name} sx={{ ...MEDIA, alignSelf: 'flex-start' }} />;
  if (kind === 'audio')
    return (
      <Box
        component="audio"
        controls
        preload="metadata"
        src={path}
        aria-label={name}
        sx={{ width: '100%' }}
      />
    );
  return (
    <Box
      component="video"
      controls
      muted
      playsInline
      preload="metadata"
      src={path}
      aria-label={name}
      sx={{ ...MEDIA, width: '100%' }}
    />
  );
};
