// Runs in a page beside axe. `browser.ts` reads this file as text.
//
// Most of axe's time goes into the contrast of each text. Texts look alike if all elements from the root to them have the same name, classes and
// paint: of these axe judges one, once in a run. If it cannot judge that one (it is partly scrolled away, say), it judges the others, too.

/** Numbers of 53 bits, which a test keeps instead of long texts. */
const hashOf = (text) => {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i += 1) {
    low = Math.imul(low ^ text.charCodeAt(i), 2_654_435_761);
    high = Math.imul(high ^ text.charCodeAt(i), 1_597_334_677);
  }
  return 2 ** 32 * (high & 0x1fffff) + (low >>> 0);
};

/** Whether it contains text of its own; axe reads no contrast of mere punctuation. */
const hasText = (element) =>
  element.matches('input, select, textarea') ||
  [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && /[\p{L}\p{N}\p{S}]/u.test(data));

const canBeSeen = (element) => {
  const { width, height, right, bottom } = element.getBoundingClientRect();
  const isOnPage = right + scrollX > 0 && bottom + scrollY > 0;
  return width > 1 && height > 1 && isOnPage && element.checkVisibility({ visibilityProperty: true });
};

/** The visible texts below an element, by a number of how they look. */
function textsByLook(root) {
  const texts = new Map();
  const visit = (element, above) => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const isText = hasText(element);
    const paint = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'position', 'textDecorationLine'];
    const path = hashOf(
      [above, element.localName, element.className, isText, ...paint.map((name) => style[name])].join(),
    );
    if (isText && canBeSeen(element)) {
      const look = hashOf([path, style.fontSize, style.fontWeight, style.textShadow].join());
      if (texts.has(look)) texts.get(look).push(element);
      else texts.set(look, [element]);
    }
    for (const child of element.children) visit(child, path);
  };
  visit(root, '');
  return texts;
}

const rootOf = (page) => [...page.querySelectorAll('dialog:modal')].at(-1) ?? page.documentElement;

const contrast = axe._audit.getRule('color-contrast');
const { matches } = contrast;

const isInline = (element) => getComputedStyle(element).display === 'inline';

/** The texts that contain a link: there axe compares colors, too. */
const textsAroundLinks = () =>
  [...document.querySelectorAll('a[href], [role=link]')].flatMap((link) => {
    let block = link.parentElement;
    while (isInline(block)) block = block.parentElement;
    const isOtherText = (node) =>
      (node.nodeType === 3 || (node.nodeType === 1 && isInline(node))) &&
      !['', link.textContent.trim()].includes(node.textContent.trim());
    return [...block.childNodes].some(isOtherText) ? [block] : [];
  });

/** The elements that can be in front of these texts or behind them: those that overlap one, and what contains those. */
function elementsAround(texts) {
  const areas = texts.map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const [own, content] = [text.getBoundingClientRect(), range.getBoundingClientRect()];
    if (content.width === 0) return own;
    const [left, top] = [Math.min(own.left, content.left), Math.min(own.top, content.top)];
    return { left, top, right: Math.max(own.right, content.right), bottom: Math.max(own.bottom, content.bottom) };
  });
  const around = new Set();
  const visit = (element) => {
    for (const child of element.children) if (visit(child)) around.add(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const overlaps = (area) => left < area.right && right > area.left && top < area.bottom && bottom > area.top;
    if (left < right && top < bottom && areas.some(overlaps)) around.add(element);
    return around.has(element);
  };
  visit(document.body);
  return around;
}

const createTreeWalker = document.createTreeWalker.bind(document);

/** The texts that axe could not judge because of where they are, since it last ran in full. */
let hidden = new Set();
const isHidden = ({ any: [check] }) => /^(elmPartiallyObscur|bgOverlap|outsideViewport)/.test(check?.data?.messageKey);

/** Rules whose answer depends on where elements are, and on which of those below them are shown. */
const layout = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-hidden-focus',
  'aria-required-children',
  'aria-required-parent',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'button-name',
  'bypass',
  contrast.id,
  'input-button-name',
  'label',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
];

/** A rule of WCAG 2.1 that axe asks only if told. */
const added = { 'label-content-name-mismatch': { enabled: true } };

/** The elements that have been asked about by all rules. */
const asked = new WeakSet();
const shownElements = () => {
  const root = rootOf(document);
  return [root, ...root.querySelectorAll('*')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
};

/** Runs axe, with the contrast of these texts only. */
async function runAxe(options, texts, include = [rootOf(document)]) {
  const judgedTexts = new Set(texts);
  contrast.matches = (element, ...rest) => judgedTexts.has(element) && matches(element, ...rest);
  // Only to find what is behind a text does axe walk through all elements, and notes their places: the most expensive part of it.
  document.createTreeWalker = (root, show) => {
    const around = elementsAround([...texts, ...textsAroundLinks()]);
    return createTreeWalker(root, show, (element) =>
      around.has(element) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
    );
  };
  // A list of suggestions is on no page, and may have a thousand elements.
  const context = { include, exclude: [['datalist']] };
  // No rule asked here needs the style sheets themselves (`preload`), and nobody reads the selectors.
  const results = await axe.run(context, { preload: false, selectors: false, elementRef: true, ...options });
  const { passes, violations, incomplete } = results;
  // With a picture behind it, it is as far as axe gets; what is out of sight or covered may be judged elsewhere.
  const isJudged = ({ any: [check] }) =>
    check?.data?.contrastRatio > 0 || /^bg(Gradient|Image)$/.test(check?.data?.messageKey);
  const answers = [...passes, ...violations, ...incomplete].filter(({ id }) => id === contrast.id);
  const nodes = answers.flatMap((answer) => answer.nodes);
  for (const node of nodes) if (isHidden(node)) hidden.add(node.element);
  return { violations, judged: nodes.filter(isJudged).map(({ element }) => element) };
}

/** Few are judged at once. Of many, two that are hardly scrolled away: the one that ends first on its line, and the uppermost one. */
const chosenOf = (texts) => (texts.length <= 4 ? texts : [first(texts, 'right'), first(texts, 'bottom')]);
const first = (texts, edge) => texts.reduce((a, b) => (edgeOf(b, edge) < edgeOf(a, edge) ? b : a));
const edgeOf = (element, edge) => element.getBoundingClientRect()[edge];

const sentencesOf = ({ id, impact, nodes }) =>
  nodes.map(({ html, failureSummary }) => ({ impact, text: `${id}: ${html} ${failureSummary}` }));

/**
 * @param only which rules are asked, by default all whose violations are serious or critical: those about colors, those that depend on the
 *   layout, and all about elements that were not shown before, or the sizes of targets, which axe leaves out by default
 * @param known how texts look that axe has judged before
 */
globalThis.findBarriers = async ({ only, known }) => {
  const animations = document.getAnimations().length;
  if (animations > 0) return { animations, violations: [], judged: [] };
  if (only === 'targets') {
    const { violations } = await runAxe({ runOnly: ['target-size'] }, []);
    return { animations, violations: violations.flatMap(sentencesOf), judged: [] };
  }
  const isKnown = new Set(known);
  // New colors do not move a text.
  if (only !== 'colors') hidden = new Set();
  const looks = [...textsByLook(rootOf(document))]
    .filter(([look]) => !isKnown.has(look))
    .map(([look, all]) => ({ look, texts: all.filter((text) => !hidden.has(text)) }))
    .filter(({ texts }) => texts.length > 0)
    .map(({ look, texts }) => ({ look, texts, chosen: chosenOf(texts) }));
  if (only === 'colors' && looks.length === 0) return { animations, violations: [], judged: [] };
  const minor = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const most = { rules: { ...Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }])), ...added } };
  const some = { colors: { runOnly: [contrast.id, 'link-in-text-block'] }, layout: { runOnly: layout } };
  const found = await runAxe(
    some[only] ?? most,
    looks.flatMap(({ chosen }) => chosen),
  );
  const judged = new Set(found.judged);
  const isJudged = ({ texts }) => texts.some((text) => judged.has(text));
  const others = looks.flatMap((one) => (isJudged(one) ? [] : one.texts.filter((text) => !one.chosen.includes(text))));
  const more = others.length === 0 ? { violations: [], judged: [] } : await runAxe({ runOnly: [contrast.id] }, others);
  for (const text of more.judged) judged.add(text);
  const fresh = only === 'colors' ? [] : shownElements().filter((element) => !asked.has(element));
  const roots = only === 'layout' ? fresh.filter(({ parentElement }) => !fresh.includes(parentElement)) : [];
  const ofNew = roots.length === 0 ? [] : (await runAxe(most, [], roots)).violations;
  for (const element of fresh) asked.add(element);
  return {
    animations,
    violations: [...found.violations, ...more.violations, ...ofNew].flatMap(sentencesOf),
    judged: looks.filter(isJudged).map(({ look }) => look),
  };
};
