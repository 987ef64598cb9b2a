import { describe, expect, it } from 'vitest';
import type { ExampleRequest } from './example-request.ts';
import { EXAMPLES } from './examples.ts';

const AWKWARD = 'It\'s "50%" \\ $HOME\nOlá';
const FILE = { field: 'medias', name: 'a.pdf', mimeType: 'application/pdf' };
const json: ExampleRequest = {
  method: 'POST',
  url: 'https://prosa.example/external/messages/send',
  headers: { Authorization: 'Bearer T', 'Idempotency-Key': 'order-1' },
  body: { json: { number: '5511988887777', body: AWKWARD, closeTicket: true, userId: null, tags: [] } },
};
const form: ExampleRequest = {
  ...json,
  headers: { Authorization: 'Bearer T' },
  body: {
    fields: { number: '5511988887777', body: AWKWARD },
    file: FILE,
  },
};
const read: ExampleRequest = { ...form, method: 'GET', url: 'https://prosa.example/x', body: null };

describe('the example in curl', () => {
  it('quotes each argument for a shell, so that quotes and dollars in values have no effect', () => {
    expect(EXAMPLES.curl(json)).toBe(String.raw`curl --request POST \
  'https://prosa.example/external/messages/send' \
  --header 'Authorization: Bearer T' \
  --header 'Idempotency-Key: order-1' \
  --header 'Content-Type: application/json' \
  --data '{
  "number": "5511988887777",
  "body": "It'\''s \"50%\" \\ $HOME\nOlá",
  "closeTicket": true,
  "userId": null,
  "tags": []
}'`);
  });

  it('sends a file as a part of a form, and values that begin with @ as they are', () => {
    const at: ExampleRequest = { ...form, body: { fields: { body: '@all' }, file: FILE } };
    expect(EXAMPLES.curl(at)).toContain("--form-string 'body=@all'");
    expect(EXAMPLES.curl(at)).toContain("--form 'medias=@a.pdf;type=application/pdf'");
  });

  it('has neither body nor content type for a request without a body', () => {
    expect(EXAMPLES.curl(read)).toBe(
      "curl --request GET \\\n  'https://prosa.example/x' \\\n  --header 'Authorization: Bearer T'",
    );
  });
});

describe('the examples in programming languages', () => {
  it('write values in the syntax of Python', () => {
    expect(EXAMPLES.python(json)).toBe(String.raw`import requests

response = requests.request(
    "POST",
    "https://prosa.example/external/messages/send",
    headers={
        "Authorization": "Bearer T",
        "Idempotency-Key": "order-1"
    },
    json={
        "number": "5511988887777",
        "body": "It's \"50%\" \\ $HOME\nOlá",
        "closeTicket": True,
        "userId": None,
        "tags": []
    },
    timeout=30,
)
print(response.status_code, response.json())`);
  });

  it('write values in the syntax of PHP, where only backslash and quote are special', () => {
    const line = String.raw`'body' => 'It\'s "50%" \\ $HOME`;
    expect(EXAMPLES.php(json)).toContain(`${line}\nOlá',`);
    expect(EXAMPLES.php(json)).toContain("'userId' => null");
    expect(EXAMPLES.php(json)).toContain("'Content-Type: application/json'");
  });

  it.each(['javascript', 'python', 'php'] as const)(
    'send the file of a form with its name and type: %s',
    (language) => {
      const code = EXAMPLES[language](form);
      expect(code).toContain('a.pdf');
      expect(code).toContain('application/pdf');
      expect(code).toContain('medias');
      // The program adds it with the boundary of the form.
      expect(code).not.toContain('Content-Type');
    },
  );

  it.each(['javascript', 'python', 'php'] as const)('have no body for a GET request: %s', (language) => {
    expect(EXAMPLES[language](read)).not.toMatch(/body:|json=|data=|POSTFIELDS/);
  });
});
