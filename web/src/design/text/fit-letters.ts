/** Makes the letters of an element of fixed size smaller, by its property `--letters`, until all of its content fits. */
export function fitLetters(element: HTMLElement): void {
  for (let percent = 100; percent >= 50; percent -= 5) {
    element.style.setProperty('--letters', `${percent / 100}`);
    if (element.scrollHeight <= element.clientHeight) return;
  }
}
