/** Why a person's data stays as it is. The message is a sentence for the operator. */
export class PersonRefused extends Error {
  override readonly name = 'PersonRefused';
  readonly code: 'forbidden' | 'account_exists';

  constructor(code: PersonRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
