import EmojiEmotionsOutlined from '@mui/icons-material/EmojiEmotionsOutlined';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyPopover } from '../../../../components/lazy-popover.tsx';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'));

/** Set before the picker has loaded, so that its popover opens at its final position. */
const EMOJI_PICKER_SIZE = { width: 340, height: 400 } as const;

/** A button that opens the emoji picker above it. */
export const EmojiTool = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation('messages');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconAction
        label={t('composer.emoji')}
        icon={<EmojiEmotionsOutlined />}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Suspense fallback={<Skeleton variant="rounded" {...EMOJI_PICKER_SIZE} />}>
          <EmojiPicker
            size={EMOJI_PICKER_SIZE}
            onPick={(emoji) => {
              onPick(emoji);
              setAnchor(null);
            }}
          />
        </Suspense>
      </LazyPopover>
    </>
  );
};
