import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import Typography from '@mui/material/Typography';
import { ChoiceAbove } from '../../../../components/choice-above.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { quickLabel } from '../../../quick-messages/quick-completion.ts';
import type { useCompletion } from '../../hooks/use-completion.ts';

const WIDTH_PX = { quick: 640, emoji: 320 } as const;

/** Shows the completions of the text being typed. */
export const CompletionChoice = ({ completion }: { completion: ReturnType<typeof useCompletion> }) => {
  const { t } = useTranslation('messages');
  const { id, quick, emoji, active, pick } = completion;
  const isQuick = quick.length > 0;
  return (
    <ChoiceAbove
      id={id}
      label={isQuick ? t('composer.quick') : t('emoji.choice')}
      maxWidth={isQuick ? WIDTH_PX.quick : WIDTH_PX.emoji}
      active={active}
      onPick={pick}
      options={
        isQuick
          ? quick.map((one) => ({
              key: one.id,
              content: (
                <>
                  <Typography variant="body2" noWrap sx={{ flex: 1 }}>
                    {quickLabel(one)}
                  </Typography>
                  {one.mediaPath !== null && (
                    <AttachFileRounded fontSize="small" titleAccess={one.mediaName ?? ''} />
                  )}
                </>
              ),
            }))
          : emoji.map((one) => ({
              key: one.emoji,
              content: (
                <>
                  <span>{one.emoji}</span>
                  <Typography variant="body2" noWrap>
                    {one.name}
                  </Typography>
                </>
              ),
            }))
      }
    />
  );
};
