import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { formatPhone } from '../../../../lib/texts/format.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import { readVcards } from '../../read-vcards.ts';

/** Shows the contacts in a contact message. */
export const ContactCards = ({ message }: { message: MessageView }) => (
  <>
    {readVcards(message.body).map((card) => (
      <Box
        key={`${card.name}-${card.numbers[0] ?? ''}`}
        sx={{
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          padding: 2,
          borderRadius: `${radius.control}px`,
          bgcolor: 'action.hover',
        }}
      >
        <PersonOutlineRounded aria-hidden sx={{ fontSize: icon.large }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}>
            {card.name}
          </Typography>
          {card.numbers.map((number) => (
            <Typography key={number} variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
              {formatPhone(number)}
            </Typography>
          ))}
        </Box>
      </Box>
    ))}
  </>
);
