/** The most frequent passwords of the published lists of leaked passwords, without those shorter than 8 characters. */
const COMMON = new Set(
  `12345678 123456789 1234567890 0123456789 987654321 9876543210 11111111 00000000 88888888 12341234 11223344
  87654321 123123123 112233445566 password password1 password12 password123 passw0rd p@ssw0rd qwertyui qwertyuiop
  qwerty123 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx zaq12wsx asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 abcdefgh
  iloveyou sunshine princess football baseball superman trustno1 starwars whatever letmein1 welcome1 welcome123
  admin123 administrator changeme mudar123 senha123 senha1234 minhasenha brasil123 flamengo corinthians palmeiras
  contraseña hola1234 sifre123 galatasaray fenerbahce besiktas`.split(/\s+/),
);

/** Whether the password is one of the common passwords that attackers try first. Ignores case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
