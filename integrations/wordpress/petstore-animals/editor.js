/* global wp -- the editor's scripts; this one needs no build step */
(function ({ blocks, blockEditor, components, element, i18n, serverSideRender: ServerSideRender }) {
  const { createElement } = element;
  const { __ } = i18n;
  const labels = {
    status: __('Status', 'petstore-animals'),
    species: __('Species, such as Dog,Cat', 'petstore-animals'),
    age: __('Age: baby, young, adult, senior', 'petstore-animals'),
    sex: __('Sex: female, male', 'petstore-animals'),
    size: __('Size: small, medium, large, xlarge', 'petstore-animals'),
    organization: __('Id of an organization', 'petstore-animals'),
    sort: __('Order', 'petstore-animals'),
    limit: __('Number of animals, at most 100', 'petstore-animals'),
    language: __('Language, such as es; by default the site’s', 'petstore-animals'),
    details: __('Show one animal', 'petstore-animals'),
  };
  const choices = {
    available: __('Available', 'petstore-animals'),
    pending: __('Pending', 'petstore-animals'),
    sold: __('Adopted', 'petstore-animals'),
    all: __('All', 'petstore-animals'),
    newest: __('Newest first', 'petstore-animals'),
    longest_waiting: __('Waiting longest', 'petstore-animals'),
    petstore: __('At the Petstore', 'petstore-animals'),
    here: __('In this page', 'petstore-animals'),
  };

  blocks.registerBlockType('petstore/animals', {
    edit({ attributes, setAttributes }) {
      // The plugin's PHP has registered them.
      const known = blocks.getBlockType('petstore/animals').attributes;
      const controls = Object.keys(labels).map((name) =>
        createElement(known[name].enum ? components.SelectControl : components.TextControl, {
          key: name,
          label: labels[name],
          value: attributes[name],
          options: known[name].enum?.map((value) => ({ value, label: choices[value] })),
          onChange: (value) => setAttributes({ [name]: value }),
        }),
      );
      return createElement(
        'div',
        blockEditor.useBlockProps(),
        createElement(
          blockEditor.InspectorControls,
          null,
          createElement(components.PanelBody, { title: __('Animals', 'petstore-animals') }, controls),
        ),
        // Links of the preview must not leave the editor.
        createElement(
          components.Disabled,
          null,
          createElement(ServerSideRender, { block: 'petstore/animals', attributes }),
        ),
      );
    },
    save: () => null,
  });
})(wp);
