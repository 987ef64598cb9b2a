import CheckBoxOutlineBlankRounded from '@mui/icons-material/CheckBoxOutlineBlankRounded';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { pollSchema } from '@prosa/shared/messaging/stored-content.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import { type OptionResult, pollResult } from '../../poll-result.ts';
import { Card, Heading, Line, smallIcon } from './described-card.tsx';

const BAR_PX = 4;

/** The share of an option's voters. */
const Bar = ({ share }: { share: number }) => (
  <Box
    aria-hidden
    sx={{ height: BAR_PX, borderRadius: `${radius.tail}px`, bgcolor: 'action.selected', overflow: 'hidden' }}
  >
    <Box sx={{ height: '100%', width: `${share * 100}%`, bgcolor: 'primary.main' }} />
  </Box>
);

interface OptionProps {
  result: OptionResult;
  mark: ReactNode;
  hasVotes: boolean;
  showsNames: boolean;
}

const Option = ({ result, mark, hasVotes, showsNames }: OptionProps) => {
  const { t } = useTranslation('messages');
  const { option, count, share, isOurs, names } = result;
  const ours = (
    <CheckCircleRounded titleAccess={t('poll.ours')} sx={{ fontSize: icon.small, color: 'primary.text' }} />
  );
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Line mark={isOurs ? ours : mark}>{option}</Line>
        {count > 0 && (
          <Typography variant="caption" sx={{ flexShrink: 0, color: 'text.secondary' }}>
            {t('poll.votes', { count })}
          </Typography>
        )}
      </Box>
      {hasVotes && <Bar share={share} />}
      {showsNames && names.length > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {names.join(', ')}
        </Typography>
      )}
    </Box>
  );
};

/** Shows a poll: its question, its options and their votes, which are cast on phones. In groups also who voted. */
export const PollCard = ({ message: { dataJson, votes } }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const [showsNames, setShowsNames] = useState(false);
  const poll = pollSchema.safeParse(dataJson);
  if (!poll.success) return null;
  const { question, options, multiple } = poll.data;
  const mark = multiple ? (
    <CheckBoxOutlineBlankRounded aria-hidden sx={smallIcon} />
  ) : (
    <RadioButtonUncheckedRounded aria-hidden sx={smallIcon} />
  );
  const hasVotes = votes.length > 0;
  return (
    <Card>
      <Heading>{question}</Heading>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(multiple ? 'poll.several' : 'poll.one')}
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: hasVotes ? 2 : 1 }}
      >
        {pollResult(options, votes).map((result) => (
          <Option
            key={result.option}
            result={result}
            mark={mark}
            hasVotes={hasVotes}
            showsNames={showsNames}
          />
        ))}
      </Box>
      {votes.some(({ name }) => name !== '') && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={showsNames}
          onClick={() => setShowsNames(!showsNames)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t(showsNames ? 'poll.hideVoters' : 'poll.showVoters')}
        </Button>
      )}
    </Card>
  );
};
