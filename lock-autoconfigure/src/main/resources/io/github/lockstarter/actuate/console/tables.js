import { printable } from './words.js';

/** Shows rows in a table, and keeps existing ones, so that the focus stays. */
export class Table {

	constructor(table, columns, action) {
		this.columns = columns;
		this.action = action;
		const head = table.createTHead();
		role(table, 'table');
		role(head, 'rowgroup');
		const titles = role(head.insertRow(), 'row');
		[...columns.map(([title]) => title), ...action ? ['Action'] : []].forEach((title) => {
			const cell = role(document.createElement('th'), 'columnheader');
			cell.scope = 'col';
			cell.textContent = title;
			titles.append(cell);
		});
		this.body = role(table.createTBody(), 'rowgroup');
	}

	show(items) {
		const focused = document.activeElement;
		const before = new Map([...this.body.rows].map((row) => [row.dataset.id, row]));
		items.forEach((item, index) => {
			const row = before.get(item.id) ?? this.row(item.id);
			before.delete(item.id);
			this.columns.forEach(([, text], column) => write(row.cells[column], text(item)));
			if (this.action) {
				this.offer(row.cells[this.columns.length], item);
			}
			if (this.body.rows[index] !== row) {
				this.body.insertBefore(row, this.body.rows[index] ?? null);
			}
		});
		before.forEach((row) => row.remove());
		if (focused !== document.activeElement && this.body.contains(focused)) {
			focused.focus();
		}
	}

	row(id) {
		const row = role(document.createElement('tr'), 'row');
		row.dataset.id = id;
		[...this.columns.map(([title]) => title), ...this.action ? ['Action'] : []].forEach((title) => {
			role(row.insertCell(), 'cell').dataset.title = title;
		});
		return row;
	}

	offer(cell, item) {
		const offered = this.action.isFor(item);
		if (!offered) {
			cell.replaceChildren();
		}
		else if (!cell.firstChild) {
			const button = document.createElement('button');
			button.type = 'button';
			button.textContent = this.action.title;
			button.setAttribute('aria-label', `${this.action.title}: ${printable(item.key)}`);
			button.addEventListener('click', () => this.action.run(item.key));
			cell.append(button);
		}
	}

}

export function matches(item, columns, query) {
	return query === '' || columns.some(([, text]) => String(text(item)).toLowerCase().includes(query));
}

function write(cell, text) {
	const shown = printable(text);
	if (cell.textContent !== shown) {
		cell.textContent = shown;
	}
}

// a narrow screen shows rows as blocks, which would not be read as rows without
function role(element, name) {
	element.setAttribute('role', name);
	return element;
}
