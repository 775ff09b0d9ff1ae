/** The mail with which an operator tests whether mails arrive. */
export const testMail = (to: string, origin: string) => ({
  to,
  letter: {
    title: 'Mail from Petstore arrives',
    parts: [
      `Petstore at ${origin} can send mail to you.`,
      'If this mail was in the folder for spam, let the domain of the sender allow your mail server (SPF, DKIM).',
    ],
    signature: ['Petstore', origin],
    footnote: 'An operator of Petstore has asked for this test mail.',
  },
});
