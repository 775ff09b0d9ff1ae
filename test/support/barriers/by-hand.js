// Runs in a page. `hindrances.ts` reads this file as text. What axe does not ask, because it presses no keys and changes no size.

const dialogOrPage = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

const isShown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
};

const named = (element) =>
  `${element.localName}.${element.className} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}”`;

/** What Tab reaches. */
const reachable = () =>
  [...dialogOrPage().querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(
    (element) => isShown(element) && element.tabIndex === 0 && !element.matches(':disabled, [aria-disabled=true]'),
  );

/** What is seen of a control: a radio button or a checkbox may be its label. */
const faceOf = (element) => (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) || element;

const hasOutline = (element) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
};

/** Whether other elements cover all of it that is in the window, or it is not in the window. */
function isCovered(face) {
  const { left, top, width, height } = face.getBoundingClientRect();
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  const isSeen = (x, y) => {
    const front = document.elementFromPoint(x, y);
    return front !== null && (face.contains(front) || front.contains(face));
  };
  return !shares.some((down) => shares.some((along) => isSeen(left + width * along, top + height * down)));
}

/** @returns a sentence for each element that the keyboard reaches, but nobody sees, or sees to have the focus */
globalThis.hiddenFocus = () =>
  reachable().flatMap((element) => {
    element.focus();
    const face = faceOf(element);
    const covered = isCovered(face) ? [`is covered: ${named(element)}`] : [];
    return hasOutline(element) || hasOutline(face) ? covered : [...covered, `has no outline: ${named(element)}`];
  });

/** Its end is shown with an ellipsis; the whole text is elsewhere on the page, or on the one that it links. */
const EXCERPTS = '.cut, .one-line, .one-line *, .inbox-excerpt';

/** The texts of which a part is cut off. */
globalThis.cutTexts = () =>
  [...dialogOrPage().querySelectorAll('*')]
    .filter((element) => {
      if (element.matches(EXCERPTS) || element.textContent.trim() === '' || !isShown(element)) return false;
      const { overflowX, overflowY, overflowClipMargin, clipPath } = getComputedStyle(element);
      // For screen readers alone.
      if (clipPath !== 'none') return false;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const cuts = /hidden|clip/;
      // What is clipped may be shown some pixels beyond the edge.
      const beyond = 2 + (Number.parseFloat(overflowClipMargin) || 0);
      return (
        (cuts.test(overflowX) && scrollWidth > clientWidth + beyond) ||
        (cuts.test(overflowY) && scrollHeight > clientHeight + beyond)
      );
    })
    .map(named);
