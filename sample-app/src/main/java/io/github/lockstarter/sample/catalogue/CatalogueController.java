package io.github.lockstarter.sample.catalogue;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CatalogueController {

	private final CatalogueService catalogue;

	CatalogueController(CatalogueService catalogue) {
		this.catalogue = catalogue;
	}

	@GetMapping("/catalogue")
	Catalogue catalogue() {
		return this.catalogue.get();
	}

	@DeleteMapping("/catalogue")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void evict() {
		this.catalogue.evict();
	}

	@GetMapping("/catalogue/rebuilds")
	long rebuilds() {
		return this.catalogue.rebuilds();
	}

}
