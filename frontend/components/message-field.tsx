import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import { layout, radius, TOUCH } from '../theme/tokens.ts';

/** The text field for a message, beside the send button. */
export const MessageField = ({ sx, ...props }: InputBaseProps) => (
  <InputBase
    {...props}
    sx={[
      {
        flex: 1,
        minWidth: 0,
        [TOUCH]: { minHeight: layout.touchTarget },
        paddingInline: 3,
        paddingBlock: 1,
        borderRadius: `${radius.card}px`,
        border: '1px solid',
        borderColor: 'outline',
      },
      ...(Array.isArray(sx) ? sx : [sx ?? false]),
    ]}
  />
);
