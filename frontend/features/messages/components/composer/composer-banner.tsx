import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { IconAction } from '../../../../components/icon-action.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type ComposerAction, type ComposerState, messageAbove } from '../../composer-state.ts';
import { quoteOf } from '../../message-summary.ts';
import { QuotedBlock } from '../message/quoted-block.tsx';

interface ComposerBannerProps {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  contactName: string;
}

/** Shows the quoted or edited message above the text, with a button that cancels the quote or edit. */
export const ComposerBanner = ({ state, dispatch, contactName }: ComposerBannerProps) => {
  const { t } = useTranslation('messages');
  const message = messageAbove(state);
  if (message === null) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingTop: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {state.edit !== null && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('composer.editing')}
          </Typography>
        )}
        <QuotedBlock quoted={quoteOf(message, contactName)} />
      </Box>
      <IconAction
        label={t('composer.dropQuote')}
        icon={<CloseRounded />}
        onClick={() => dispatch({ type: 'dropMessage' })}
      />
    </Box>
  );
};
