import Box from '@mui/material/Box';
import { radius } from '../../../theme/tokens.ts';
import { CODE_BOX, CodeText } from './code-text.tsx';

/** The body of a request or a response, in a box of its own. */
export const CodeBody = ({ text }: { text: string }) => (
  <Box sx={{ ...CODE_BOX, borderRadius: `${radius.control}px` }}>
    <CodeText text={text} />
  </Box>
);
