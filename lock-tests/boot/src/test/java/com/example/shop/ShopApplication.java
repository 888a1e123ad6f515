package com.example.shop;

import java.util.List;

import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Sells what is in stock. With {@code --once}, sells one piece and ends.
 */
@SpringBootApplication
public class ShopApplication {

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(ShopApplication.class, args);
		if (List.of(args).contains("--once")) {
			StockService stock = context.getBean(StockService.class);
			stock.put("kettle", 3);
			stock.take("kettle");
			System.out.println(stock.quantity("kettle") + " left, generated: " + AotDetector.useGeneratedArtifacts());
			context.close();
		}
	}

}
