import Box from '@mui/material/Box';

/** Code, JSON or a response as it is written; long lines are wrapped. */
export const CodeText = ({ text }: { text: string }) => (
  <Box
    component="pre"
    translate="no"
    sx={{
      margin: 0,
      padding: 3,
      fontSize: 'body2.fontSize',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {text}
  </Box>
);

/** Styles of a box around code. */
export const CODE_BOX = {
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
} as const;
