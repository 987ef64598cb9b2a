import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import { radius } from '../theme/tokens.ts';

/** Where a message is written, beside the button that sends it. */
export const MessageField = ({ sx, ...props }: InputBaseProps) => (
  <InputBase
    {...props}
    sx={[
      {
        flex: 1,
        minWidth: 0,
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
